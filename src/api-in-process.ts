import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Http } from '#app/server/http/http.ts'
import type { ApiAnswer, Send } from '#app/web/api/api.ts'

type InProcess = {
  cookie: string | undefined
  /** Once it is aborted, no further call is made. */
  gone?: AbortSignal | undefined
  onAnswer: (answer: { statusCode: number; headers: OutgoingHttpHeaders }) => void
}

/** Calls our own API with this cookie, as if by this request. */
export function sendInProcess(
  http: Http,
  request: FastifyRequest,
  { cookie, gone, onAnswer }: InProcess,
): Send {
  return async (path, init) => {
    gone?.throwIfAborted()
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
    onAnswer(response)
    return answerOf(response.statusCode, response.payload, response.statusMessage)
  }
}

/** A whole answer is read from a stream at many times the cost of what it says. */
export function answerOf(status: number, body: string, statusText = ''): ApiAnswer {
  return {
    ok: status >= 200 && status < 300,
    status,
    statusText,
    json: async () => JSON.parse(body),
    text: async () => body,
  }
}
