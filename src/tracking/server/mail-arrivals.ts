import type { FastifyRequest } from 'fastify'
import { readSignedIn } from '#app/membership/server/membership.ts'
import type { AppContext } from '#app/server/context.ts'
import { createThrottle } from '#app/server/rate-limits/throttle.ts'
import { businessDay, DAY_MS } from '#app/shared/dates.ts'
import { MAIL_STREAMS, type MailStream } from '#app/shared/mail-streams.ts'
import { describeRequest } from './asked.ts'
import { incrementMailArrivals } from './tracking.queries.ts'
import { classifyClick } from './tracking.rules.ts'

/** A page that is drawn again, as phones do with one that was left open, is no other press. */
const ONCE = { name: 'from-mail', limit: 1, windowSeconds: DAY_MS / 1000 }

/**
 * Counts that somebody has come to a page by a link of a mail, by its stream and day alone. Only whoever is
 * signed in: programs that look through mail follow every link, and are signed in nowhere.
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
    // A page is not kept from anybody because it could not be counted.
    ctx.log.warn({ err: error }, 'somebody who came from a mail was not counted')
  }
}

/** Whether it says that it comes by a link of a mail: then it has to be seen whether it is to be counted. */
export function isFromMail({ query }: Pick<FastifyRequest, 'query'>): boolean {
  return streamOf(query) !== undefined
}

function streamOf(query: unknown): MailStream | undefined {
  const { from } = query as { from?: unknown }
  return MAIL_STREAMS.find((stream) => stream === from)
}

/** A mail is read elsewhere, so a press in it comes from another site. */
function isPress(request: FastifyRequest): boolean {
  const asked = { ...describeRequest(request), fetchSite: undefined, wasOpenedJustNow: false }
  return classifyClick(asked) === 'click'
}
