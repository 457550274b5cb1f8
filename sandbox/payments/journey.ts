import { catchUp } from '#sandbox/payments/life/calendar.ts'
import { DAY } from '#sandbox/payments/store/clock.ts'
import type { World } from './world.ts'

/** The result of a leap of the clock. */
export type Journey = {
  from: Date
  to: Date
  /** How many times the clock stopped on the way. */
  stops: number
  /** How many deliveries were attempted. */
  told: number
}

type Settings = {
  deliverDue: () => Promise<number>
  /** Runs the shop's periodic jobs, which follow this clock too. */
  letShopWork: () => Promise<void>
}

/**
 * Moves the clock step by step: it stops at everything that falls due and half a day before it, and each time
 * events are delivered and the shop's jobs run. Concurrent leaps run one after the other.
 */
export function createTravel(world: World, { deliverDue, letShopWork }: Settings) {
  let before: Promise<unknown> = Promise.resolve()
  let target: Date | undefined

  async function travel(seconds: number): Promise<Journey> {
    const from = world.clock.nowMs()
    const until = from + seconds * 1000
    target = new Date(until)
    let stops = 0
    let told = 0
    try {
      for (let isThere = false; !isThere; ) {
        const next = nextStop(world, until)
        isThere = next === undefined
        moveTo(world, next ?? until)
        told += await settle()
        if (!isThere) stops += 1
      }
    } finally {
      target = undefined
    }
    return { from: new Date(from), to: new Date(world.clock.nowMs()), stops, told }
  }

  async function settle(): Promise<number> {
    let told = 0
    for (let more = await deliverDue(); more > 0; more = await deliverDue()) told += more
    await letShopWork().catch((error: unknown) =>
      world.log.error({ err: error }, 'the shop could not do what was due'),
    )
    return told
  }

  return {
    travel(seconds: number): Promise<Journey> {
      const journey = before.then(() => travel(seconds))
      before = journey.catch(() => {})
      return journey
    },
    /** The target of a leap in progress. */
    destination: () => target,
  }
}

/** Half a day ahead of a due time, within the time for what is announced a day ahead. */
const AHEAD = DAY / 2
/** Everything due within this time shares one stop. */
const TOGETHER_SECONDS = 60

function nextStop(world: World, untilMs: number): number | undefined {
  const now = Math.ceil(world.clock.nowMs() / 1000) + TOGETHER_SECONDS
  const stops = [world.due.firstAfter(now), ahead(world.due.firstAfter(now + AHEAD))]
  const next = Math.min(...stops.filter((at) => at !== undefined)) * 1000
  return next < untilMs ? next : undefined
}

function ahead(at: number | undefined): number | undefined {
  return at === undefined ? undefined : at - AHEAD
}

function moveTo(world: World, ms: number): void {
  const by = ms - world.clock.nowMs()
  catchUp(world, Math.floor(Math.max(ms, world.clock.nowMs()) / 1000))
  if (by > 0) world.store.transaction(() => world.clock.move(by))
}
