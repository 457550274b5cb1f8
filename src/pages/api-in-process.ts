import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Http } from '#app/server/http/http.ts'
import type { ApiAnswer, Send } from '#app/web/api/api.ts'
import { createRecent } from '#app/web/page/recent.ts'

type InProcess = {
  cookie: string | undefined
  /** No further calls are made once it is aborted. */
  gone?: AbortSignal | undefined
  onAnswer: (answer: { statusCode: number; headers: OutgoingHttpHeaders }) => void
}

/** Calls our own API in process with this cookie, on behalf of this request. */
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
    const { statusCode, payload, statusMessage } = response
    const answer = answerOf(statusCode, payload, statusMessage)
    return cookie === undefined && answer.ok
      ? { ...answer, json: async () => readPayload(payload) }
      : answer
  }
}

/** Enough for the answers that a few pages need, for each class. */
const MOST_READ = 64

const readBefore = createRecent<unknown>(MOST_READ)

/**
 * Parses a response to an anonymous call. Many pages get the same text, so the result is cached, and frozen
 * because they share it.
 */
export function readPayload(body: string): unknown {
  return readBefore(body, () => freeze(JSON.parse(body)))
}

function freeze<T>(data: T): T {
  if (typeof data === 'object' && data !== null) Object.values(Object.freeze(data)).forEach(freeze)
  return data
}

/** A plain object, because reading the body of a whole `Response` as a stream costs many times as much. */
export function answerOf(status: number, body: string, statusText = ''): ApiAnswer {
  return {
    ok: status >= 200 && status < 300,
    status,
    statusText,
    json: async () => JSON.parse(body),
    text: async () => body,
  }
}
