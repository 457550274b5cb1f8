import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { madeUpEvent, sign } from '#test/payments/webhooks.ts'
import type { TestApp } from '#test/support/test-app.ts'
import { ask, nextIp } from './ask.ts'

/**
 * The outcome of a write as its client sees it: acknowledged, refused before anything was done, or
 * unknown.
 */
type Fate = 'ok' | 'fail' | 'unknown'

/** Clients that write without pause and record the outcome of each write. */
export type Ledger = {
  count: (fate: Fate) => number
  /** Finishes the writes in progress and starts no more. */
  stop: () => Promise<void>
  /**
   * Compares the outcomes with the stored rows: counts acknowledged writes that are lost, writes that
   * exist more than once, and refused writes that exist.
   */
  compare: (observer: Observer) => Promise<{ lost: number; doubled: number; fromNowhere: number }>
  /** When the lost writes were acknowledged: ms since the epoch, earliest first. */
  lostSince: (observer: Observer) => Promise<number[]>
  /** Retries, under their own keys, the idempotent writes whose outcome is unknown. */
  sendAgain: () => Promise<void>
}

type Observer = Pick<TestApp, 'db'>

const CLIENTS = 8
/** A network may report sixty events a minute: each client changes its network before that. */
const WRITES_A_NETWORK = 40

type Write = { id: string; isKeyed: boolean; fate: Fate; toldAt: number }

/** Half of the writes are plain rows; the other half have an idempotency key and can be retried. */
export function startLedger(urls: () => string[]): Ledger {
  const writes: Write[] = []
  let isStopping = false

  async function write(client: number) {
    let ip = nextIp()
    for (let count = 0; !isStopping; count += 1) {
      if (count % WRITES_A_NETWORK === 0) ip = nextIp()
      const all = urls()
      const url = all[(client + count) % all.length] ?? ''
      const one: Write = { id: randomUUID(), isKeyed: count % 2 === 0, fate: 'unknown', toldAt: 0 }
      writes.push(one)
      one.fate = await send(url, one, ip)
      one.toldAt = Date.now()
      // Without a pause, a client that is refused at once would only count refusals.
      if (one.fate !== 'ok') await delay(20)
    }
  }
  const running = Array.from({ length: CLIENTS }, (_, client) => write(client))

  return {
    count: (fate) => writes.filter((one) => one.fate === fate).length,
    stop: async () => {
      isStopping = true
      await Promise.all(running)
    },
    lostSince: async (observer) => {
      const times = await countWrites(observer)
      return writes
        .filter((one) => one.fate === 'ok' && times(one) === 0)
        .map(({ toldAt }) => toldAt)
        .toSorted((a, b) => a - b)
    },
    compare: async (observer) => {
      const times = await countWrites(observer)
      return {
        lost: writes.filter((one) => one.fate === 'ok' && times(one) === 0).length,
        doubled: writes.filter((one) => times(one) > 1).length,
        fromNowhere: writes.filter((one) => one.fate === 'fail' && times(one) > 0).length,
      }
    },
    sendAgain: async () => {
      for (const one of writes) {
        if (one.isKeyed && one.fate !== 'ok') one.fate = await send(urls()[0] ?? '', one, nextIp())
      }
    },
  }
}

/** Returns how often each write is stored. */
async function countWrites({ db }: Observer): Promise<(one: Write) => number> {
  const events = await db.selectFrom('events').select('data').execute()
  const hooks = await db.selectFrom('webhookEvents').select('id').execute()
  const there = new Map<string, number>()
  const note = (id: string) => there.set(id, (there.get(id) ?? 0) + 1)
  for (const { data } of events) note((data as { path?: string }).path?.slice(1) ?? '')
  for (const { id } of hooks) note(id.replace('evt_', ''))
  return ({ id }) => there.get(id) ?? 0
}

async function send(url: string, one: Write, ip: string): Promise<Fate> {
  try {
    const { status } = await (one.isKeyed ? sendEvent(url, one.id) : sendReport(url, one.id, ip))
    if (status === 200) return 'ok'
    // A commit whose answer was lost is reported as a server error, so its outcome is unknown.
    return status >= 500 ? 'unknown' : 'fail'
  } catch (error) {
    // No server accepted the connection, so nothing was done.
    return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED' ? 'fail' : 'unknown'
  }
}

const sendReport = (url: string, id: string, ip: string) =>
  ask(`${url}/api/log-event`, {
    method: 'POST',
    body: { eventType: 'sign-in', eventData: { path: `/${id}` } },
    ip,
  })

function sendEvent(url: string, id: string) {
  const made = madeUpEvent({ type: 'customer.created', data: { object: { id: 'cus_1' } } })
  const body = JSON.stringify({ ...made, id: `evt_${id}` })
  const headers = { 'stripe-signature': sign(body), 'sec-fetch-site': 'none' }
  return ask(`${url}/api/stripe/webhook`, { method: 'POST', body, headers })
}
