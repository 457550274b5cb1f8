import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { forward, listenOnLoopback, passOn } from './forwarding.ts'

export type SlowProvider = {
  /** What the product is told the provider's address is. */
  origin: string
  /** Where the provider really is. */
  pointTo: (origin: string) => void
  /** Every call so far, as `GET /v1/subscriptions/sub_1`. */
  calls: string[]
  /**
   * The provider answers the next call of this kind as things are then, but the answer is on its
   * way until `release`. `asked` resolves when the answer has set out.
   */
  holdNext: (call: string) => { asked: Promise<void>; release: () => void }
  /** Changes the next answer to a call of this kind. */
  changeNext: (call: string, change: (answer: object) => object) => void
  /** Calls like this are answered 503, and nothing is done; undefined ends it. */
  refuse: (calls: RegExp | undefined) => void
  close: () => Promise<void>
}

type Hold = { call: string; setOut: () => void; released: Promise<void> }

/** Stands between the product and the provider on loopback, so that answers overtake each other. */
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

/** The library is asked not to wait and try again by itself, which takes seconds. */
const AWAY_HEADERS = { 'content-type': 'application/json', 'stripe-should-retry': 'false' }
const AWAY = JSON.stringify({ error: { type: 'api_error', message: 'The provider is away.' } })
