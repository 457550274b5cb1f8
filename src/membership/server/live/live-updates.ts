import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { findOpenSessions, findSignedInUser } from '#app/accounts/server/sessions/sessions.ts'
import { LiveMessage, SubscriptionStatus } from '#app/membership/membership.contract.ts'
import { findStatusesOf, findWantedPages } from '#app/membership/server/membership.queries.ts'
import { isMemberStatus, pickSubscription } from '#app/membership/server/membership.rules.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { readSessionToken } from '#app/server/http/session-cookie.ts'
import { unavailable } from '#app/server/problem.ts'
import type { Identify } from '#app/server/sockets/handshake.ts'
import { createSockets, type Sockets } from '#app/server/sockets/sockets.ts'
import { hashToken } from '#app/server/tokens.ts'
import { paths } from '#app/shared/paths.ts'

/** Where a new member is redirected who began to join from no page in particular. */
const MEMBERS_START = paths.dailyDeals()
/** Sessions expire too, and nobody announces that. */
const RECHECK_EVERY_MS = 60_000
const RETRY_MS = 1000
/** When everybody has to read again, they are notified in batches of this size. */
const BATCH_SIZE = 100
const BATCH_PAUSE_MS = 100

/** Broadcasts to everybody are throttled, because a morning's work makes many changes. */
const BROADCAST_PAUSE_MS = 2000

const SAVED_CHANGED = JSON.stringify({ type: 'saved_changed' } satisfies LiveMessage)
const FOLLOWS_CHANGED = JSON.stringify({ type: 'follows_changed' } satisfies LiveMessage)
const NOTICES_CHANGED = JSON.stringify({ type: 'notices_changed' } satisfies LiveMessage)

/** The payload of an announcement on `accounts`. */
const Announcement = z.object({ userId: z.string(), became: z.literal('member').optional() })

/**
 * Notifies open pages that somebody's membership has changed, and closes their sockets when the
 * session ends. Either may happen in any process; a page that is notified reads its data again.
 */
export function liveUpdates(http: Http, ctx: AppContext): void {
  const sessions = watchSessions(ctx, () => sockets)
  const sockets = createSockets(http, ctx, { path: '/ws', identify: sessions.identify })
  const members = createMemberNotifier(ctx, sockets)

  const deals = createBroadcast(sockets, { type: 'deals_changed' })
  const saved = createBroadcast(sockets, { type: 'saved_changed' })
  const follows = createBroadcast(sockets, { type: 'follows_changed' })
  const notices = createBroadcast(sockets, { type: 'notices_changed' })

  ctx.live.subscribe('deals', () => deals.notify())
  ctx.live.subscribe('saved', (userId) => {
    if (userId === undefined) saved.notify()
    else sockets.tell(userId, SAVED_CHANGED)
  })
  ctx.live.subscribe('follows', (userId) => {
    if (userId === undefined) follows.notify()
    else sockets.tell(userId, FOLLOWS_CHANGED)
  })
  ctx.live.subscribe('notices', (userId) => {
    if (userId === undefined) notices.notify()
    else sockets.tell(userId, NOTICES_CHANGED)
  })
  ctx.live.subscribe('sessions', (userId) => void sessions.recheck(userId))
  ctx.live.subscribe('accounts', (payload) => {
    if (payload === undefined) return void members.notifyEverybody()
    const { success, data } = Announcement.safeParse(parse(payload))
    if (success) members.notify([data.userId], data.became === 'member')
  })
  const rechecks = setInterval(() => void sessions.recheck(), RECHECK_EVERY_MS)
  rechecks.unref()
  http.addHook('preClose', (done) => {
    clearInterval(rechecks)
    members.stop()
    deals.stop()
    saved.stop()
    follows.stop()
    notices.stop()
    done()
  })
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** A socket lives as long as the session it was opened with. */
function watchSessions(ctx: AppContext, sockets: () => Sockets) {
  let changes = 0

  const identify: Identify = async (request) => {
    for (let tries = 0; tries < 5; tries += 1) {
      const before = changes
      const token = readSessionToken(ctx, request)
      const userId = (await findSignedInUser(ctx, request))?.id
      // A session may have ended during the look-up, before its socket could be told: look it up again.
      if (before !== changes) continue
      return token && userId ? { owner: userId, ticket: hashToken(token) } : undefined
    }
    throw unavailable('Too many people are signing out right now. Please try again.', 5)
  }

  /** One query for all sockets of this person, or of everybody. */
  async function recheck(userId?: string) {
    changes += 1
    const tickets = sockets().tickets(userId)
    if (tickets.length === 0) return
    try {
      const open = await findOpenSessions(ctx, tickets)
      sockets().dismiss(new Set(tickets.filter((ticket) => !open.has(ticket))))
    } catch (error) {
      // Checked again within a minute, and as soon as the database is heard of again.
      ctx.log.warn({ err: error }, 'sessions of open pages not checked')
    }
  }

  return { identify, recheck }
}

/** Batches announcements that come while a query is under way, in their order. */
function createMemberNotifier(ctx: AppContext, sockets: Sockets) {
  const waiting = new Map<string, { hasJustJoined: boolean }>()
  let isSending = false
  let isStopped = false

  function notify(userIds: string[], hasJustJoined = false) {
    for (const userId of userIds) {
      if (sockets.tickets(userId).length === 0) continue
      const known = waiting.get(userId)?.hasJustJoined ?? false
      waiting.set(userId, { hasJustJoined: hasJustJoined || known })
    }
    if (!isSending) void sendWaiting()
  }

  async function sendWaiting() {
    isSending = true
    while (waiting.size > 0 && !isStopped) {
      const batch = new Map(waiting)
      waiting.clear()
      try {
        const statuses = await readStatuses(ctx, [...batch.keys()])
        const joined = [...batch].filter(([, { hasJustJoined }]) => hasJustJoined)
        const wanted = await findWantedPages(
          ctx.db,
          joined.map(([userId]) => userId),
        )
        for (const [userId, { hasJustJoined }] of batch) {
          const redirect = wanted.get(userId) ?? MEMBERS_START
          const welcome = hasJustJoined ? { redirect } : {}
          sockets.tell(userId, toMessage(statuses.get(userId) ?? null, welcome))
        }
      } catch (error) {
        ctx.log.warn({ err: error }, 'open pages not notified yet')
        for (const [userId, { hasJustJoined }] of batch) {
          const since = waiting.get(userId)?.hasJustJoined ?? false
          waiting.set(userId, { hasJustJoined: hasJustJoined || since })
        }
        await delay(RETRY_MS, undefined, { ref: false })
      }
    }
    isSending = false
  }

  return {
    notify,
    async notifyEverybody() {
      const everybody = sockets.owners()
      for (let sent = 0; sent < everybody.length && !isStopped; sent += BATCH_SIZE) {
        notify(everybody.slice(sent, sent + BATCH_SIZE))
        await delay(BATCH_PAUSE_MS, undefined, { ref: false })
      }
    },
    stop: () => {
      isStopped = true
    },
  }
}

/** Notifies everybody in batches, and pauses before the next round. */
function createBroadcast(sockets: Sockets, content: LiveMessage) {
  const message = JSON.stringify(content)
  let isSending = false
  let isWaiting = false
  let isStopped = false

  async function send() {
    isWaiting = true
    if (isSending) return
    isSending = true
    while (isWaiting && !isStopped) {
      isWaiting = false
      const everybody = sockets.owners()
      for (let sent = 0; sent < everybody.length && !isStopped; sent += BATCH_SIZE) {
        for (const owner of everybody.slice(sent, sent + BATCH_SIZE)) sockets.tell(owner, message)
        if (sent + BATCH_SIZE < everybody.length)
          await delay(BATCH_PAUSE_MS, undefined, { ref: false })
      }
      await delay(BROADCAST_PAUSE_MS, undefined, { ref: false })
    }
    isSending = false
  }

  return {
    notify: () => void send(),
    stop: () => {
      isStopped = true
    },
  }
}

/** Each user's subscription status, as their own pages would read it. */
async function readStatuses(ctx: AppContext, userIds: string[]) {
  const rows = await findStatusesOf(ctx.db, userIds)
  const byUser = Map.groupBy(rows, ({ userId }) => userId)
  return new Map(
    userIds.map((userId) => {
      const status = pickSubscription(byUser.get(userId) ?? [])?.status
      return [userId, SubscriptionStatus.safeParse(status).data ?? null]
    }),
  )
}

function toMessage(status: string | null, joined: { redirect?: string }): string {
  const isMember = status !== null && isMemberStatus(status)
  return JSON.stringify(
    LiveMessage.parse({
      type: 'subscription_update',
      status,
      ...(isMember ? joined : {}),
    }),
  )
}
