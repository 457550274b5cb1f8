import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { forward, listenOnLoopback, type Neighbour, passOn } from '#test/payments/forwarding.ts'

/** How a call fails: before it reaches the provider, or after the provider has done the work. */
type Mood =
  | 'hangs'
  | 'trickles'
  | 'lies'
  | 'is slow'
  | 'resets'
  | 'resets after the work'
  | 'fails'
  | 'fails after the work'
  | 'is busy'
  | 'knows no such key'

type Answer = Record<string, unknown>
type Change = { call: RegExp; change: (answer: Answer) => Answer | Promise<Answer> }

/** Its origin is the provider address that the product is configured with. */
export type UnsteadyProvider = Neighbour & {
  /** Sets the provider's real address. */
  pointTo: (origin: string) => void
  /** Every call that reached the provider, such as `POST /v1/checkout/sessions`. */
  calls: string[]
  /** Every attempt, whatever its result. */
  asked: string[]
  /** The next `times` matching calls fail; the library makes up to three attempts. */
  next: (call: RegExp, mood: Mood, times?: number) => void
  /** From now on one in `oneOf` calls fails, whichever it is. */
  nowAndThen: (mood: Mood, oneOf: number) => void
  /** From now on matching answers are changed as if the provider had sent them so; they wait for the change. */
  answer: (call: RegExp, change: Change['change']) => void
  /** Ends all trouble. */
  calm: () => void
  close: () => Promise<void>
}

/** Starts a proxy on loopback between the product and the provider. */
export async function startUnsteadyProvider(): Promise<UnsteadyProvider> {
  let upstream = ''
  const calls: string[] = []
  const asked: string[] = []
  const moods: Array<{ call: RegExp; mood: Mood; times: number }> = []
  const changes: Change[] = []
  let steady: { mood: Mood; oneOf: number } | undefined

  const server = createServer(async (incoming, outgoing) => {
    const call = `${incoming.method} ${incoming.url?.split('?')[0]}`
    const found = moods.find((each) => each.times > 0 && each.call.test(call))
    if (found) found.times -= 1
    asked.push(call)
    const isTurn = steady && asked.length % steady.oneOf === 0
    const mood = found?.mood ?? (isTurn ? steady?.mood : undefined)
    if (mood === 'hangs') return void incoming.resume()
    if (mood === 'trickles') return trickle(outgoing)
    if (mood === 'lies') {
      incoming.resume()
      outgoing.writeHead(200, JSON_TYPE).end(LIE)
      return
    }
    if (mood === 'is slow') await delay(SLOW_MS)
    if (mood === 'resets') return incoming.socket.resetAndDestroy()
    if (mood === 'fails' || mood === 'is busy') {
      incoming.resume()
      outgoing.writeHead(mood === 'fails' ? 500 : 429, JSON_TYPE).end(FAILURE)
      return
    }
    if (mood === 'knows no such key') {
      incoming.resume()
      outgoing.writeHead(401, JSON_TYPE).end(NO_SUCH_KEY)
      return
    }
    calls.push(call)
    const answer = await forward(incoming, upstream)
    const body = await text(answer)
    if (mood === 'resets after the work') return incoming.socket.resetAndDestroy()
    if (mood === 'fails after the work') return outgoing.writeHead(500, JSON_TYPE).end(FAILURE)
    passOn(answer, outgoing, await changed(call, body))
  })
  async function changed(call: string, body: string) {
    let now = body
    for (const { change } of changes.filter((each) => each.call.test(call))) {
      now = JSON.stringify(await change(JSON.parse(now)))
    }
    return now
  }

  const neighbour = await listenOnLoopback(server)
  return {
    ...neighbour,
    pointTo: (origin) => {
      upstream = origin
    },
    calls,
    asked,
    next: (call, mood, times = 3) => void moods.push({ call, mood, times }),
    nowAndThen: (mood, oneOf) => {
      steady = { mood, oneOf }
    },
    answer: (call, change) => void changes.push({ call, change }),
    calm() {
      moods.length = 0
      steady = undefined
      changes.length = 0
      calls.length = 0
      asked.length = 0
    },
  }
}

/** Sends a byte now and then, so that the connection is never idle and the answer never complete. */
function trickle(outgoing: ServerResponse): void {
  outgoing.writeHead(200, JSON_TYPE)
  const timer = setInterval(() => outgoing.write(' '), 20)
  outgoing.on('close', () => clearInterval(timer))
}

const JSON_TYPE = { 'content-type': 'application/json' }
const FAILURE = JSON.stringify({ error: { type: 'api_error', message: 'Something went wrong.' } })
/** An answer to a different question. */
const LIE = JSON.stringify({ id: 'bal_1', object: 'balance', available: [] })
const SLOW_MS = 2000
const NO_SUCH_KEY = JSON.stringify({
  error: { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_x' },
})
