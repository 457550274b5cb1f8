import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { forward, listenOnLoopback, passOn } from './forwarding.ts'

export type SlowProvider = {
  /** The provider's address as the product is configured with it. */
  origin: string
  /** Sets the provider's real address. */
  pointTo: (origin: string) => void
  /** All calls so far, such as `GET /v1/subscriptions/sub_1`. */
  calls: string[]
  /**
   * The provider answers the next call of this kind from its state at that time, but the answer is held
   * until `release`. `asked` resolves when the answer is ready.
   */
  holdNext: (call: string) => { asked: Promise<void>; release: () => void }
  /** Changes the answer to the next call of this kind. */
  changeNext: (call: string, change: (answer: object) => object) => void
  /** Answers matching calls with 503 and forwards none of them; undefined ends this. */
  refuse: (calls: RegExp | undefined) => void
  close: () => Promise<void>
}

type Hold = { call: string; setOut: () => void; released: Promise<void> }

/** Forwards between the product and the provider on loopback, so that answers can overtake each other. */
export async function startSlowProvider(): Promise<SlowProvider> {
  let upstream = ''
  let refused: RegExp | undefined
  const calls: string[] = []
  const holds: Hold[] = []
  const changes = new Map<string, (answer: object) => object>()

  const server = createServer(async (incoming, outgoing) => {
    const call = `${incoming.method} ${incoming.url?.split('?')[0]}`
    calls.push(call)
    if (refused?.test(call)) {
      outgoing.writeHead(503, AWAY_HEADERS).end(AWAY)
      return
    }
    const index = holds.findIndex((each) => each.call === call)
    const [hold] = index < 0 ? [] : holds.splice(index, 1)
    const answer = await forward(incoming, upstream)
    const change = changes.get(call)
    changes.delete(call)
    const given = await text(answer)
    const body = change ? JSON.stringify(change(JSON.parse(given))) : given
    hold?.setOut()
    await hold?.released
    passOn(answer, outgoing, body)
  })
  const { origin, close } = await listenOnLoopback(server)

  return {
    origin,
    pointTo: (origin) => {
      upstream = origin
    },
    calls,
    holdNext(call) {
      const { promise: asked, resolve: setOut } = Promise.withResolvers<void>()
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      holds.push({ call, setOut, released })
      return { asked, release }
    },
    changeNext: (call, change) => void changes.set(call, change),
    refuse: (some) => {
      refused = some
    },
    close,
  }
}

/** Tells the library not to retry by itself, which takes seconds. */
const AWAY_HEADERS = { 'content-type': 'application/json', 'stripe-should-retry': 'false' }
const AWAY = JSON.stringify({ error: { type: 'api_error', message: 'The provider is away.' } })
