import { createServer, type IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { listenOnLoopback, type Neighbour } from '#test/payments/forwarding.ts'

/**
 * How the marketing service answers: takes what it is told, the same after three seconds, never answers,
 * breaks the line after having taken it, leads elsewhere, or answers a status.
 */
export type Behaviour = 'takes' | 'is slow' | 'hangs' | 'takes-and-breaks' | 'redirects' | number

export type ReceivedEvent = {
  event_name: string
  event_id: string
  event_time: number
  event_source_url: string
  user_data: Record<string, unknown>
  custom_data?: Record<string, unknown>
}

export const TOKEN = 'ToKeN-of-the-marketing-service'

export type Receiver = Neighbour & {
  /** Settings with which a server reports to it. */
  environment: { CONVERSIONS_URL: string; CONVERSIONS_TOKEN: string }
  setBehaviour: (behaviour: Behaviour) => void
  /** What came, taken or not, in the order of arrival. */
  requests: Array<{ url: string; headers: IncomingMessage['headers']; body: unknown }>
  /** The events in it. */
  received: () => ReceivedEvent[]
  reset: () => void
  stop: () => Promise<void>
}

const SLOW_MS = 3000

/** A marketing service on loopback. */
export async function startReceiver(): Promise<Receiver> {
  const requests: Receiver['requests'] = []
  let behaviour: Behaviour = 'takes'
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const piece of request.setEncoding('utf8')) text += piece
    const { url = '', headers } = request
    requests.push({ url, headers, body: JSON.parse(text) })
    if (behaviour === 'hangs') return
    if (behaviour === 'is slow') await delay(SLOW_MS)
    if (behaviour === 'takes-and-breaks') return void response.destroy()
    if (behaviour === 'redirects')
      return void response.writeHead(307, { location: '/elsewhere' }).end()
    response.writeHead(typeof behaviour === 'number' ? behaviour : 200).end('{"events_received":1}')
  })
  const { close, ...neighbour } = await listenOnLoopback(server)
  return {
    ...neighbour,
    environment: {
      CONVERSIONS_URL: `${neighbour.origin}/v1/pixel/events`,
      CONVERSIONS_TOKEN: TOKEN,
    },
    setBehaviour: (next) => {
      behaviour = next
    },
    requests,
    received: () => requests.flatMap(({ body }) => (body as { data: ReceivedEvent[] }).data),
    reset: () => {
      behaviour = 'takes'
      requests.length = 0
    },
    stop: close,
  }
}
