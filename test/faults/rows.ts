import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMember } from '#test/support/factories.ts'
import { type Answered, COLUMNS, type Column, tryColumn } from './columns.ts'
import type { World } from './world.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** The measurement to print in the table. */
    said?: string
  }
}

/** The expected outcome of a column while something has failed. */
export type Outcome =
  | 'ok'
  | 'unavailable'
  | 'ok, or unavailable'
  | 'says that nothing was charged'
  | 'says that it failed'
  | 'asked to send it again'
  | 'refused as too old or too new'
  | 'not found, and not kept so'

export type Row = {
  /** The failure. */
  name: string
  begin: (world: World) => Promise<void> | void
  end: (world: World) => Promise<void> | void
  /** Columns that may fail, with the expected outcome; all others must be well. */
  but?: Partial<Record<Column, Outcome>>
  /** Why the row cannot run on this machine. */
  isMissing?: string | undefined
  /**
   * The time limit in ms for answers that wait for the failed part: by column, or one number for all
   * columns.
   */
  withinMs?: number | Partial<Record<Column, number>>
  /** More checks while the failure lasts, by title. */
  during?: Record<string, (world: World) => Promise<void>>
  /** More checks once all is well again, by title. */
  after?: Record<string, (world: World) => Promise<void>>
}

const columns = Object.keys(COLUMNS) as Column[]
/** The promise: an answer within 2 s whatever has failed, and full recovery within 5 s. */
const WITHIN_MS = 2000
const RECOVERED_MS = 5000
/** How much slower a busy machine may be: `BUSY_FACTOR=5 npm run test:faults`. */
export const BUSY_FACTOR = Number(process.env.BUSY_FACTOR ?? 1)
/** The listening connection is retried every second. */
const HEARS_AGAIN_MS = 1500

export const DATABASE_AWAY: NonNullable<Row['but']> = {
  'Teaser/feed': 'ok, or unavailable',
  'Member feed/track': 'unavailable',
  'Login/reset': 'unavailable',
  Checkout: 'unavailable',
  Webhook: 'unavailable',
  Admin: 'unavailable',
}

/** Declares a row of the matrix: each of its cells is a test. */
export function tryRow(worldNow: () => World, row: Row): void {
  const { name, begin, end, but = {}, withinMs = {}, during = {}, after = {} } = row
  describe(name, () => {
    let hasEnded = false
    const endOnce = async () => {
      if (hasEnded || row.isMissing) return
      hasEnded = true
      await end(worldNow())
    }
    beforeAll(async () => {
      if (row.isMissing) return
      await untilWell(worldNow())
      // A new member for each row: reading is limited by the hour, and all rows run within one.
      worldNow().member = await createMember(worldNow().observer.ctx)
      if (but === DATABASE_AWAY) {
        // Requests are served before the listener is back, and it only hears announcements made after that.
        await delay(HEARS_AGAIN_MS)
        await untilWell(worldNow())
      }
      await begin(worldNow())
    })
    afterAll(endOnce)

    for (const column of columns) {
      const outcome = but[column] ?? 'ok'
      test(`${column}: ${outcome}`, async ({ task, skip }) => {
        if (row.isMissing) skip(row.isMissing)
        const own = typeof withinMs === 'number' ? withinMs : withinMs[column]
        const longest = (own ?? WITHIN_MS) * BUSY_FACTOR
        const answers = await tryColumn(worldNow(), column)
        task.meta.said = seconds(Math.max(...answers.map(({ asked }) => asked.tookMs)))
        for (const answer of answers) {
          expectOutcome(column, outcome, answer)
          expect(answer.asked.tookMs, `${answer.what} took its time`).toBeLessThan(longest)
        }
      })
    }
    for (const [what, look] of Object.entries(during)) {
      test(`Besides: ${what}`, ({ skip }) => {
        if (row.isMissing) skip(row.isMissing)
        return look(worldNow())
      })
    }
    test('Recovers: without a restart', async ({ task, skip }) => {
      if (row.isMissing) skip(row.isMissing)
      await endOnce()
      const tookMs = await untilWell(worldNow())
      task.meta.said = seconds(tookMs)
      expect(tookMs).toBeLessThan(RECOVERED_MS * BUSY_FACTOR)
    })
    for (const [what, look] of Object.entries(after)) {
      test(`Afterwards: ${what}`, ({ skip }) => {
        if (row.isMissing) skip(row.isMissing)
        return look(worldNow())
      })
    }
  })
}

function expectOutcome(column: Column, outcome: Outcome, { what, asked, wellAs }: Answered) {
  const { status, headers, body } = asked
  const told = `${what} answered ${status}: ${body.slice(0, 300)}`
  // While the database is away, the answer must not call what was typed invalid.
  if (column === 'Login/reset' && status !== wellAs) expect(body, told).not.toMatch(/invalid/i)
  const isUnavailable = () => {
    expect(status, told).toBe(503)
    expect(Number(headers['retry-after']), told).toBeGreaterThan(0)
    expect(body, told).not.toMatch(/postgres|econn|stack|timeout exceeded/i)
  }
  switch (outcome) {
    case 'ok':
      return expect(status, told).toBe(wellAs)
    case 'unavailable':
      return isUnavailable()
    case 'ok, or unavailable':
      return status === wellAs ? undefined : isUnavailable()
    case 'says that nothing was charged':
      isUnavailable()
      return expect(body, told).toContain('Nothing was charged. Please try again in a moment.')
    case 'says that it failed':
      expect([502, 503], told).toContain(status)
      return expect(JSON.parse(body).error, told).toMatch(/^[A-Z].{10,}/)
    case 'asked to send it again':
      // The exact status does not matter: the provider retries on any status from 500 on.
      if (what !== 'an event that needs nothing') return expect(status, told).toBeGreaterThan(499)
      return expect(status, told).toBe(200)
    case 'refused as too old or too new':
      return expect(status, told).toBe(400)
    case 'not found, and not kept so':
      expect(status, told).toBe(404)
      return expect(headers['cache-control'], told).toContain('no-store')
  }
}

/** Asks until every column is well; returns how long that took, in ms. */
export async function untilWell(
  world: World,
  { longestMs = 60_000, but = {} }: { longestMs?: number; but?: Row['but'] } = {},
): Promise<number> {
  const startedAt = performance.now()
  for (;;) {
    const sick = await firstUnwell(world, but)
    const tookMs = performance.now() - startedAt
    if (!sick) return tookMs
    if (tookMs > longestMs) throw new Error(`Not well after ${seconds(tookMs)}: ${sick}`)
    await delay(100)
  }
}

async function firstUnwell(world: World, but: Row['but'] = {}): Promise<string | undefined> {
  for (const column of columns.filter((each) => !but[each])) {
    try {
      const answers = await tryColumn(world, column)
      const sick = answers.find(({ asked, wellAs }) => asked.status !== wellAs)
      if (sick) return `${sick.what} answered ${sick.asked.status} ${sick.asked.body.slice(0, 200)}`
    } catch (error) {
      return `${column}: ${error}`
    }
  }
  return undefined
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
