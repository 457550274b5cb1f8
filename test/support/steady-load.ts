import http from 'node:http'
import https from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'

type Asked = {
  method: 'GET' | 'POST'
  path: string
  body?: string
  headers?: Record<string, string>
}

export type SteadyLoad = {
  /** How many have been answered so far. */
  answered: () => number
  /** How many changes were: each has to be there once. */
  acknowledged: () => number
  /** Lets everybody finish what they began, and says how it went. */
  stop: () => Promise<{ byStatus: Record<string, number>; failures: string[] }>
}

/**
 * People who ask one thing after the other on connections that stay open, and never ask twice. Some
 * look at what they got for a moment: their connection is idle meanwhile.
 * `ask` says what the next one is; the number is different each time.
 */
export function startSteadyLoad(
  at: { port: number; host?: string; isTls?: boolean },
  people: number,
  ask: (number: number) => Asked,
): SteadyLoad {
  const { request: send, Agent } = at.isTls ? https : http
  // The certificate is made for the test, and nobody vouches for it.
  const agent = new Agent({ keepAlive: true, maxSockets: people, rejectUnauthorized: false })
  const byStatus: Record<string, number> = {}
  const failures: string[] = []
  let asked = 0
  let answered = 0
  let acknowledged = 0
  let isOver = false

  const person = async () => {
    while (!isOver) {
      asked += 1
      const { method, path, body, headers } = ask(asked)
      const status = await new Promise<string>((resolve) => {
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
            response.on('error', (error) => resolve(error.message))
            response.on('end', () => resolve(String(response.statusCode))).resume()
          },
        )
        request.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
        request.end(body)
      })
      answered += 1
      if (method === 'POST' && status === '200') acknowledged += 1
      byStatus[status] = (byStatus[status] ?? 0) + 1
      if (answered % 3 === 0) await delay(answered % 40)
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
      agent.destroy()
      return { byStatus, failures }
    },
  }
}
