import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Http } from '#app/server/http/http.ts'
import type { Send } from '#app/web/api/api.ts'

/** Calls our own API with this cookie, as if by this request; cookies it sets go into `cookies`. */
export function sendInProcess(
  http: Http,
  request: FastifyRequest,
  { cookie, cookies }: { cookie: string | undefined; cookies: string[] },
): Send {
  return async (path, init) => {
    const response = await http.inject({
      method: (init.method ?? 'GET') as 'GET',
      url: path,
      remoteAddress: request.ip,
      headers: {
        ...(init.headers as Record<string, string>),
        'sec-fetch-site': 'same-origin',
        'user-agent': request.headers['user-agent'] ?? '',
        ...(cookie ? { cookie } : {}),
      },
      ...(typeof init.body === 'string' ? { payload: init.body } : {}),
    })
    cookies.push(...[response.headers['set-cookie'] ?? []].flat())
    return new Response(response.rawPayload as BodyInit, {
      status: response.statusCode,
      statusText: response.statusMessage,
      headers: webHeaders(response.headers),
    })
  }
}

function webHeaders(headers: OutgoingHttpHeaders): Headers {
  const type = headers['content-type']
  return new Headers(type ? { 'content-type': String(type) } : {})
}
