import type { FastifyRequest } from 'fastify'
import { readSignedIn } from '#app/membership/server/membership.ts'
import type { AppContext } from '#app/server/context.ts'
import { createThrottle } from '#app/server/rate-limits/throttle.ts'
import { businessDay, DAY_MS } from '#app/shared/dates.ts'
import { MAIL_STREAMS, type MailStream } from '#app/shared/mail-streams.ts'
import { describeRequest } from './asked.ts'
import { incrementMailArrivals } from './tracking.queries.ts'
import { classifyClick } from './tracking.rules.ts'

/** Reloading a page, as phones do with open tabs, is no new click. */
const ONCE = { name: 'from-mail', limit: 1, windowSeconds: DAY_MS / 1000 }

/**
 * Counts a visit by a link in a mail, by stream and day only. Requires a signed-in person, because mail
 * scanners follow every link and are signed in nowhere.
 */
export async function countFromMail(ctx: AppContext, request: FastifyRequest): Promise<void> {
  const stream = streamOf(request.query)
  if (!stream || !isPress(request)) return
  try {
    const person = await readSignedIn(ctx, request)
    if (!person) return
    const [path] = request.url.split('?')
    const key = `${person.viewer.userId} ${stream} ${path}`
    const { isAllowed } = await createThrottle(ctx, ONCE).consume(key)
    if (isAllowed) await incrementMailArrivals(ctx.db, { stream, day: businessDay(ctx.now()) })
  } catch (error) {
    // A failure to count must not keep anybody from the page.
    ctx.log.warn({ err: error }, 'somebody who came from a mail was not counted')
  }
}

/** Tells whether the address names a mail as its source, so that the visit may have to be counted. */
export function isFromMail({ query }: Pick<FastifyRequest, 'query'>): boolean {
  return streamOf(query) !== undefined
}

function streamOf(query: unknown): MailStream | undefined {
  const { from } = query as { from?: unknown }
  return MAIL_STREAMS.find((stream) => stream === from)
}

/** Tells whether a person clicked. Mail is read elsewhere, so a cross-site request is normal here. */
function isPress(request: FastifyRequest): boolean {
  const asked = { ...describeRequest(request), fetchSite: undefined, wasOpenedJustNow: false }
  return classifyClick(asked) === 'click'
}
