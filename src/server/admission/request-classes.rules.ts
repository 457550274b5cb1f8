/**
 * The class of a route under load (`config.requestClass`). Routes that do not declare one get it from their access,
 * see {@link classByAccess}.
 */
export type RouteClass =
  /** Reports that pages send about themselves; nobody waits for the answer. */
  | 'report'
  | 'call'
  | 'page'
  /** Static files: scripts, pictures. */
  | 'file'
  /** The outbound redirect: it writes, so it takes many times as long as a read. */
  | 'outbound'
  | 'login'
  | 'checkout'
  | 'webhook'
  | 'backOffice'
  /** Health checks and calls to ourselves: never wait. */
  | 'none'

/** The class of a request: that of its route, and for calls and pages also depending on who asks. */
export type RequestClass =
  | Exclude<RouteClass, 'none'>
  | 'memberCall'
  /** A member's call or page with a cached answer: only their identity has to be read. */
  | 'memberReady'
  | 'memberPage'
  /**
   * Requests with a session token that this process has not verified yet, until it is known whether that session
   * exists.
   */
  | 'door'

/** Whether a request has a session verified lately, an unverified session token, or none. */
export type Whereabouts = 'inside' | 'atTheDoor' | 'outside'

export type Bounds = {
  /** Requests in progress at once. */
  atOnce: number
  /** Requests that may wait for a place. */
  waiting: number
  /** Places, queue included, for one network, or for one session that is inside. */
  share: number
  /** Event loop delay up to which requests are begun, in milliseconds; undefined: no limit. */
  patienceMs: number | undefined
  /** Time limit for one request, in milliseconds; undefined: no limit. */
  deadlineMs: number | undefined
}

const DEADLINE_MS = 5000

/**
 * Limits of each class; requests beyond them are refused before anything is read for them. Each class has places of
 * its own. They stand in the order in which they are shed when the event loop is late: first what nobody misses,
 * last what brings money or keeps the club running.
 */
export const REQUEST_CLASSES = {
  report: { atOnce: 16, waiting: 16, share: 16, patienceMs: 4, deadlineMs: DEADLINE_MS },
  call: { atOnce: 24, waiting: 48, share: 36, patienceMs: 8, deadlineMs: DEADLINE_MS },
  /** A cached page takes no place. */
  page: { atOnce: 8, waiting: 24, share: 16, patienceMs: 10, deadlineMs: DEADLINE_MS },
  file: { atOnce: 64, waiting: 128, share: 64, patienceMs: 15, deadlineMs: DEADLINE_MS },
  /** One batched query verifies all of their sessions; nothing else is done here. */
  door: { atOnce: 48, waiting: 48, share: 12, patienceMs: 30, deadlineMs: DEADLINE_MS },
  /**
   * Many places: sessions are looked up in batches, and refusing a client that retries at once costs a fifth of
   * answering it.
   */
  memberCall: { atOnce: 256, waiting: 128, share: 24, patienceMs: 60, deadlineMs: DEADLINE_MS },
  memberPage: { atOnce: 8, waiting: 24, share: 8, patienceMs: 60, deadlineMs: DEADLINE_MS },
  /**
   * As many as its share of database connections can serve, plus their successors: reads must not wait behind
   * them.
   */
  outbound: { atOnce: 12, waiting: 24, share: 6, patienceMs: 80, deadlineMs: DEADLINE_MS },
  login: { atOnce: 8, waiting: 24, share: 8, patienceMs: 100, deadlineMs: DEADLINE_MS },
  /** Only their identity is read, in batches: refusing them costs as much as answering. */
  memberReady: {
    atOnce: 1024,
    waiting: 512,
    share: 24,
    patienceMs: undefined,
    deadlineMs: undefined,
  },
  /**
   * The provider sends two hundred a second from one network and retries a refused one only after an hour, so the
   * queue has to bridge moments in which the database is busy. Unsigned requests are rejected at once.
   */
  webhook: { atOnce: 16, waiting: 240, share: 200, patienceMs: undefined, deadlineMs: DEADLINE_MS },
  /** Calls the payment provider, whose own time limit is five seconds. */
  checkout: { atOnce: 12, waiting: 36, share: 12, patienceMs: undefined, deadlineMs: 10_000 },
  /** For logged-in administrators. Spreadsheets and lists take their time. */
  backOffice: {
    atOnce: 12,
    waiting: 36,
    share: 24,
    patienceMs: undefined,
    deadlineMs: undefined,
  },
} as const satisfies Record<RequestClass, Bounds>

/** In the order in which they are shed, first to last. */
export const CLASS_NAMES = Object.keys(REQUEST_CLASSES) as RequestClass[]

type Route = { access: 'everyone' | 'user' | 'admin' | 'machine'; url: string; method: string }

/** The class of a route that declares none. */
export function classByAccess({ access, url, method }: Route): RouteClass {
  if (access === 'admin') return 'backOffice'
  if (access === 'machine') return 'webhook'
  if (url.startsWith('/api/') || access === 'user') return 'call'
  return method === 'GET' || method === 'HEAD' ? 'file' : 'page'
}

/**
 * A flood of outsiders at a route for insiders takes none of the insiders' places: somebody who is not logged in to
 * the back office is classed as a stranger there.
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

/** Event loop delay in milliseconds, how long it has lasted, and how many requests this turn has. */
export type Pressure = { lateMs: number; sinceMs: number; arrived: number }

/** A shorter delay is a passing stall and no overload. */
const STANDING_MS = 100
/** With fewer requests in one turn the loop is late for another reason, and refusing would not help. */
export const MANY = 16

/** After an insider found no place, outsiders get none for this long. */
export const SHORT_MS = 500

/** Classes of verified sessions; outsiders cannot fill their queues. */
export const OF_INSIDERS: readonly RequestClass[] = [
  'memberCall',
  'memberReady',
  'memberPage',
  'backOffice',
]
/** Classes whose places are shared among sessions; those of all others are shared among networks. */
export const BY_SESSION: readonly RequestClass[] = [...OF_INSIDERS, 'outbound']
/** Classes not begun while insiders find no place because the loop is late, however cheap they are. */
const YIELDING: readonly RequestClass[] = ['report', 'call', 'page']

/** Insiders' queue: for how long it has not been empty, and the time since one was last turned away. */
export type Crowding = { waitMs: number; sinceFullMs: number }

/** Whether the loop has been late for long enough to be an overload. */
export function isStanding({ sinceMs }: Pick<Pressure, 'sinceMs'>): boolean {
  return sinceMs > STANDING_MS
}

/**
 * Whether a request yields to all others: a turn of the loop that answers visitors first would be late for
 * members.
 */
export function comesBehind(requestClass: RequestClass | undefined): boolean {
  return requestClass !== undefined && YIELDING.includes(requestClass)
}

/** Whether others yield to a request of this class: one whose answer is personal. */
export function comesFirst(requestClass: RequestClass): boolean {
  return !comesBehind(requestClass) && requestClass !== 'file'
}

/** Whether a class is shed at this pressure. */
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
 * Limits on bodies larger than any honest visitor sends, while they arrive: they take memory before anything is
 * known about the sender.
 */
export const LARGE_BODIES = { fromBytes: 16 * 1024, atOnce: 32, ofOneNetwork: 8 } as const

/** A queued request that has waited longer is refused: nobody waits for the answer any more. */
export const LONGEST_WAIT_MS = 1000
/** A queue that has not been empty for this long is no passing rush. */
const STANDING_QUEUE_MS = 1000
/** The part of the queue then in use: a standing queue only delays everybody who is admitted. */
const STANDING_PART = 1 / 3

/** The length of the queue, given for how long it has not been empty. */
export function mostWaiting({ waiting }: Pick<Bounds, 'waiting'>, notEmptyForMs: number): number {
  return notEmptyForMs < STANDING_QUEUE_MS ? waiting : Math.ceil(waiting * STANDING_PART)
}

const SOONEST_SECONDS = 2
const SPREAD_SECONDS = 5

/** Seconds for `Retry-After`, with jitter, so that clients refused together do not return together. */
export function comeBackSeconds(chance: number, soonest = SOONEST_SECONDS): number {
  return soonest + Math.floor(chance * SPREAD_SECONDS)
}
