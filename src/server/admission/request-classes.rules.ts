/**
 * What a route is, when there is too much to do (`config.requestClass`). One that does not say it is
 * what its access makes of it, see {@link classByAccess}.
 */
export type RouteClass =
  /** What pages tell of themselves: nobody waits for it. */
  | 'report'
  | 'call'
  | 'page'
  /** What lies ready and is only sent: scripts, pictures. */
  | 'file'
  /** The outbound redirect: each writes, so that it takes many times as long as what is read. */
  | 'outbound'
  | 'login'
  | 'checkout'
  | 'webhook'
  | 'backOffice'
  /** Asked by whoever watches the process, or by us: never waits. */
  | 'none'

/** What a request is: that of its route, and for calls and pages also of who asks. */
export type RequestClass =
  | Exclude<RouteClass, 'none'>
  | 'memberCall'
  /** A call or a page of members whose answer lies ready: they are only to be known. */
  | 'memberReady'
  | 'memberPage'
  /**
   * Requests with a session that this process has not seen open anything yet, until it is known whether there
   * is such a session.
   */
  | 'door'

/** Whether somebody's session has lately opened something here, is only said to be one, or there is none. */
export type Whereabouts = 'inside' | 'atTheDoor' | 'outside'

export type Bounds = {
  /** How many may be in the making at once. */
  atOnce: number
  /** How many may wait for a place. */
  waiting: number
  /** How many places, waiting ones too, one network may have; or one session that is inside. */
  share: number
  /** How late the loop may be for one more to be begun, in milliseconds; undefined: however late. */
  patienceMs: number | undefined
  /** How long one may be in the making; undefined: as long as its work takes. */
  deadlineMs: number | undefined
}

const DEADLINE_MS = 5000

/**
 * What is turned away when there is too much of it, before anything is read for it. Each class has
 * places of its own, so that none takes another's. The order is that in which they are shed when the
 * loop is late: first what nobody misses, last what brings money or keeps the club running.
 */
export const REQUEST_CLASSES = {
  report: { atOnce: 16, waiting: 16, share: 16, patienceMs: 4, deadlineMs: DEADLINE_MS },
  call: { atOnce: 24, waiting: 48, share: 36, patienceMs: 8, deadlineMs: DEADLINE_MS },
  /** One that is kept already takes no place. */
  page: { atOnce: 8, waiting: 24, share: 16, patienceMs: 10, deadlineMs: DEADLINE_MS },
  file: { atOnce: 64, waiting: 128, share: 64, patienceMs: 15, deadlineMs: DEADLINE_MS },
  /** One question says of all of them whether they have a session: it is all they are asked here. */
  door: { atOnce: 48, waiting: 48, share: 12, patienceMs: 30, deadlineMs: DEADLINE_MS },
  /**
   * Many: who they are is asked for all at once, and to refuse somebody who comes again at once costs a
   * fifth of answering.
   */
  memberCall: { atOnce: 256, waiting: 128, share: 24, patienceMs: 60, deadlineMs: DEADLINE_MS },
  memberPage: { atOnce: 8, waiting: 24, share: 8, patienceMs: 60, deadlineMs: DEADLINE_MS },
  /**
   * As many as its share of the database's connections does at a time, and their successors: those who read
   * are not to wait behind them.
   */
  outbound: { atOnce: 12, waiting: 24, share: 6, patienceMs: 80, deadlineMs: DEADLINE_MS },
  login: { atOnce: 8, waiting: 24, share: 8, patienceMs: 100, deadlineMs: DEADLINE_MS },
  /** Who they are is all that is asked, of all of them at once: to refuse them costs as much as to answer. */
  memberReady: {
    atOnce: 1024,
    waiting: 512,
    share: 24,
    patienceMs: undefined,
    deadlineMs: undefined,
  },
  /**
   * Two hundred a second come from one network, the provider's own, and each that is refused comes again only
   * after an hour: a moment in which the database is busy has to have room here. Unsigned ones are gone at once.
   */
  webhook: { atOnce: 16, waiting: 240, share: 200, patienceMs: undefined, deadlineMs: DEADLINE_MS },
  /** Asks the payment provider, who is given five seconds as well. */
  checkout: { atOnce: 12, waiting: 36, share: 12, patienceMs: undefined, deadlineMs: 10_000 },
  /** Of whoever is logged in. Sheets and lists take their time. */
  backOffice: {
    atOnce: 12,
    waiting: 36,
    share: 24,
    patienceMs: undefined,
    deadlineMs: undefined,
  },
} as const satisfies Record<RequestClass, Bounds>

/** In the order in which they are shed. */
export const CLASS_NAMES = Object.keys(REQUEST_CLASSES) as RequestClass[]

type Route = { access: 'everyone' | 'user' | 'admin' | 'machine'; url: string; method: string }

/** What a route is that does not say it. */
export function classByAccess({ access, url, method }: Route): RouteClass {
  if (access === 'admin') return 'backOffice'
  if (access === 'machine') return 'webhook'
  if (url.startsWith('/api/') || access === 'user') return 'call'
  return method === 'GET' || method === 'HEAD' ? 'file' : 'page'
}

/**
 * A flood at a route of those who are inside takes no place of theirs: whoever is not logged in to the
 * back office is anybody there.
 */
export function classOf(route: Exclude<RouteClass, 'none'>, where: Whereabouts): RequestClass {
  switch (route) {
    case 'call':
      return where === 'inside' ? 'memberCall' : where === 'atTheDoor' ? 'door' : 'call'
    case 'outbound':
      return where === 'inside' ? 'outbound' : where === 'atTheDoor' ? 'door' : 'call'
    case 'page':
      return where === 'inside' ? 'memberPage' : where === 'atTheDoor' ? 'door' : 'page'
    case 'backOffice':
      return where === 'inside' ? 'backOffice' : where === 'atTheDoor' ? 'door' : 'page'
    default:
      return route
  }
}

/** How the event loop fares: how late it is now, for how long it has been, and how many requests this turn has. */
export type Pressure = { lateMs: number; sinceMs: number; arrived: number }

/** A stall that passes is no overload: only what stays is. */
const STANDING_MS = 100
/** Fewer in one turn do not keep a loop busy: then it is late for another reason, and refusing helps nobody. */
export const MANY = 16

/** For so long after one of those inside found no place, there is none for those outside. */
export const SHORT_MS = 500

/** Of whoever is known here; the others cannot make a line of theirs stand. */
export const OF_INSIDERS: readonly RequestClass[] = [
  'memberCall',
  'memberReady',
  'memberPage',
  'backOffice',
]
/** Whose places are shared out among sessions; of the others among networks. */
export const BY_SESSION: readonly RequestClass[] = [...OF_INSIDERS, 'outbound']
/** These are not begun while insiders find no place because the loop is late, however quickly they are made. */
const YIELDING: readonly RequestClass[] = ['report', 'call', 'page']

/** Those inside: how long their line has not been empty, and since when nobody was turned away at its end. */
export type Crowding = { waitMs: number; sinceFullMs: number }

/** Whether the loop has been late for so long that there is too much to do. */
export function isStanding({ sinceMs }: Pick<Pressure, 'sinceMs'>): boolean {
  return sinceMs > STANDING_MS
}

/**
 * Whether this one is looked at only after all others, while there are such: a turn that answers visitors
 * first is late for members.
 */
export function comesBehind(requestClass: RequestClass | undefined): boolean {
  return requestClass !== undefined && YIELDING.includes(requestClass)
}

/** For whose sake those who come behind do: whoever waits for what is theirs alone. */
export function comesFirst(requestClass: RequestClass): boolean {
  return !comesBehind(requestClass) && requestClass !== 'file'
}

/** Whether to begin no more of a class for now. */
export function isShed(
  requestClass: RequestClass,
  { lateMs, sinceMs, arrived }: Pressure,
  insiders: () => Crowding,
): boolean {
  const { patienceMs } = REQUEST_CLASSES[requestClass]
  if (patienceMs === undefined || !isStanding({ sinceMs })) return false
  if (YIELDING.includes(requestClass)) {
    const { waitMs, sinceFullMs } = insiders()
    if (waitMs > STANDING_MS || sinceFullMs < SHORT_MS) return true
  }
  return lateMs > patienceMs && arrived > MANY
}

/**
 * Bodies larger than whatever is honestly sent by everybody, while they arrive: they take memory before
 * anything is known of them.
 */
export const LARGE_BODIES = { fromBytes: 16 * 1024, atOnce: 32, ofOneNetwork: 8 } as const

/** Nobody looks at an answer any more that has kept them waiting for longer, and then not begun. */
export const LONGEST_WAIT_MS = 1000
/** A queue that has not been empty for so long is no rush that passes. */
const STANDING_QUEUE_MS = 1000
/** What then may wait: a queue that stands still only makes everybody wait who is let in. */
const STANDING_PART = 1 / 3

/** How many may wait, where the queue has not been empty for so long. */
export function mostWaiting({ waiting }: Pick<Bounds, 'waiting'>, notEmptyForMs: number): number {
  return notEmptyForMs < STANDING_QUEUE_MS ? waiting : Math.ceil(waiting * STANDING_PART)
}

const SOONEST_SECONDS = 2
const SPREAD_SECONDS = 5

/** When to come back: spread, so that those who were turned away together do not come together. */
export function comeBackSeconds(chance: number, soonest = SOONEST_SECONDS): number {
  return soonest + Math.floor(chance * SPREAD_SECONDS)
}
