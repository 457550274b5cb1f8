import { setTimeout as delay } from 'node:timers/promises'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { createSockets } from '#app/server/sockets/sockets.ts'
import { readAdminToken } from './cookies.ts'
import { ADMIN_SESSION_ENDED, findAdminSession } from './session.ts'

/** The messages by channel. The pause groups them: a large change announces many small ones. */
const MESSAGES = [
  { channel: 'deals', message: JSON.stringify({ type: 'deals_changed' }), pauseMs: 500 },
  { channel: 'editions', message: JSON.stringify({ type: 'editions_changed' }), pauseMs: 200 },
  { channel: 'feeds', message: JSON.stringify({ type: 'feeds_changed' }), pauseMs: 200 },
] as const
const RECHECK_EVERY_MS = 60_000

/**
 * Pushes to every open back office that deals, editions or product feeds have changed, by whomever and in any
 * process. A socket does not prolong its session, and closes with it.
 */
export function adminLive(http: Http, ctx: AppContext): void {
  const tokens = new Map<string, string>()
  const sockets = createSockets(http, ctx, {
    path: '/ws/admin',
    identify: async (request) => {
      const token = readAdminToken(ctx, request)
      const session = await findAdminSession(ctx, token)
      if (!session || !token) return
      tokens.set(session.tokenHash, token)
      return { owner: session.label, ticket: session.tokenHash }
    },
  })

  for (const { channel, message, pauseMs } of MESSAGES) {
    let isWaiting = false
    ctx.live.subscribe(channel, async () => {
      if (isWaiting) return
      isWaiting = true
      await delay(pauseMs, undefined, { ref: false })
      isWaiting = false
      for (const owner of sockets.owners()) sockets.tell(owner, message)
    })
  }

  async function recheck() {
    const open = new Set(sockets.tickets())
    for (const [ticket, token] of tokens) {
      if (!open.has(ticket)) tokens.delete(ticket)
      else if (!(await findAdminSession(ctx, token))) sockets.dismiss(new Set([ticket]))
    }
  }
  // If the database does not answer, the check is repeated within a minute.
  const recheckSafely = () =>
    void recheck().catch((error) => ctx.log.warn({ err: error }, 'admin sessions not checked'))
  ctx.live.subscribe('sessions', (ended) => {
    if (ended === undefined || ended === ADMIN_SESSION_ENDED) recheckSafely()
  })
  const rechecks = setInterval(recheckSafely, RECHECK_EVERY_MS)
  rechecks.unref()
  http.addHook('preClose', (done) => {
    clearInterval(rechecks)
    done()
  })
}
