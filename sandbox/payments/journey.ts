import { catchUp } from '#sandbox/payments/life/calendar.ts'
import { DAY } from '#sandbox/payments/store/clock.ts'
import type { World } from './world.ts'

/** A leap of the clock, once it is over. */
export type Journey = {
  from: Date
  to: Date
  /** How often the clock stood still on the way, for what fell due or was about to. */
  stops: number
  /** How often the shop was told of something. */
  told: number
}

type Settings = {
  deliverDue: () => Promise<number>
  /** What the shop does by itself from time to time: it goes by this clock too. */
  letShopWork: () => Promise<void>
}

/**
 * Moves the clock as time would: it stands still at everything that falls due and in the middle of the
 * day before it, and each time the shop hears of it and does its own. Leaps asked for at once follow one another.
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
    /** Where a leap that is not over leads. */
    destination: () => target,
  }
}

/** In the middle of the day before: what is said a day ahead has its time then. */
const AHEAD = DAY / 2
/** What falls due together is one stop. */
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
