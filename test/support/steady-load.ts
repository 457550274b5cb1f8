import http, { type Agent as HttpAgent } from 'node:http'
import https from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'

type Asked = {
  method: 'GET' | 'POST'
  path: string
  body?: string
  headers?: Record<string, string>
}

/** Requests before a client changes its address: below the rate limit of one minute. */
const REQUESTS_OF_ONE = 20

export type SteadyLoad = {
  /** Number of requests answered so far. */
  answered: () => number
  /** Number of acknowledged changes: each must be stored exactly once. */
  acknowledged: () => number
  /** Lets all requests in flight finish, and returns the results. */
  stop: () => Promise<{ byStatus: Record<string, number>; failures: string[]; resent: number }>
}

/**
 * Starts clients that send one request after the other on keep-alive connections and never retry. After every
 * third answer a client pauses, which leaves its connection idle. `ask` returns the next request for a number
 * that is different each time. With `isFromEverywhere` a client moves to another loopback address after some
 * requests. With `isBrowser` a client sends a request again when its reused connection is reset before any
 * answer arrives.
 */
export function startSteadyLoad(
  at: {
    port: number
    host?: string
    isTls?: boolean
    isFromEverywhere?: boolean
    isBrowser?: boolean
    /** Delay between two requests of a client, for tests that only need some requests in flight. */
    pauseMs?: number
  },
  people: number,
  ask: (number: number) => Asked,
): SteadyLoad {
  const { request: send, Agent } = at.isTls ? https : http
  const byStatus: Record<string, number> = {}
  const failures: string[] = []
  let asked = 0
  let answered = 0
  let acknowledged = 0
  let newcomers = 0
  let resent = 0
  let isOver = false

  const once = (agent: HttpAgent, { method, path, body, headers }: Asked) =>
    new Promise<{ status: string; isOfKeptConnection: boolean }>((resolve) => {
      const end = (status: string) => resolve({ status, isOfKeptConnection: request.reusedSocket })
      const request = send(
        {
          agent,
          method,
          path,
          port: at.port,
          host: '127.0.0.1',
          headers: {
            ...(at.host && { host: at.host }),
            ...(body !== undefined && {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(body),
              'sec-fetch-site': 'same-origin',
            }),
            ...headers,
          },
        },
        (response) => {
          response.on('error', (error) => end(error.message))
          response.on('end', () => end(String(response.statusCode))).resume()
        },
      )
      request.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message))
      request.end(body)
    })

  const newcomer = () => {
    if (at.isFromEverywhere) newcomers += 1
    return new Agent({
      keepAlive: true,
      maxSockets: 1,
      // The test's certificate is self-signed.
      ...(at.isTls && { rejectUnauthorized: false }),
      ...(at.isFromEverywhere && { localAddress: `127.1.${newcomers >> 8}.${newcomers & 255}` }),
    })
  }

  const person = async () => {
    let agent = newcomer()
    for (let turn = 1; !isOver; turn += 1) {
      if (at.isFromEverywhere && turn % REQUESTS_OF_ONE === 0) {
        agent.destroy()
        agent = newcomer()
      }
      asked += 1
      const asking = ask(asked)
      const { method, path } = asking
      let answer = await once(agent, asking)
      if (at.isBrowser && answer.isOfKeptConnection && answer.status === 'ECONNRESET') {
        resent += 1
        answer = await once(agent, asking)
      }
      const { status } = answer
      answered += 1
      if (method === 'POST' && status === '200') acknowledged += 1
      byStatus[status] = (byStatus[status] ?? 0) + 1
      if (answered % 3 === 0) await delay(answered % 40)
      if (at.pauseMs) await delay(at.pauseMs)
      if (!/^[1-4]\d\d$/.test(status)) failures.push(`${method} ${path}: ${status}`)
    }
  }
  const all = Promise.all(Array.from({ length: people }, person))
  return {
    answered: () => answered,
    acknowledged: () => acknowledged,
    stop: async () => {
      isOver = true
      await all
      return { byStatus, failures, resent }
    },
  }
}
