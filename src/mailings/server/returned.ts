import { MAIL_EVENT_KEPT_MS } from '#app/mailings/mailings.facts.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import type { StreamMail } from '#app/server/mail/streams.queries.ts'
import { hashToken } from '#app/server/tokens.ts'
import {
  deleteMailEventsBefore,
  findReaders,
  insertMailEvent,
  lockChoices,
  markStopped,
} from './choices.queries.ts'

type Returned = {
  userId: string
  mailId: string | null
  stream: string
  kind: 'bounce' | 'complaint'
  toldBy: string
  /** To which address, where that is known: another one by now has nothing to do with it. */
  address?: string
}

/** A mail came back, or was called unwanted: the streams stop for this address. Said again, nothing. */
export async function noteReturned(
  ctx: Pick<AppContext, 'db' | 'now'>,
  { userId, mailId, stream, kind, toldBy, address }: Returned,
): Promise<boolean> {
  const now = ctx.now()
  return ctx.db.transaction().execute(async (trx) => {
    await lockChoices(trx, userId)
    const [reader] = await findReaders(trx, [userId])
    if (!reader) return false
    const event = { id: newId(), userId, mailId, stream, kind, toldBy, happenedAt: now }
    if (!(await insertMailEvent(trx, event))) return false
    if (address !== undefined && address !== reader.email) return true
    const addressHash = hashToken(reader.email)
    await markStopped(trx, { userId, why: kind, addressHash, now })
    return true
  })
}

/** The mail server said that nobody reads that inbox. */
export async function noteRefused(ctx: AppContext, mail: StreamMail): Promise<void> {
  const { id: mailId, userId, stream } = mail
  await noteReturned(ctx, { userId, mailId, stream, kind: 'bounce', toldBy: 'mail server' })
}

export async function purgeMailEvents(ctx: AppContext): Promise<void> {
  await deleteMailEventsBefore(ctx.db, new Date(ctx.now().getTime() - MAIL_EVENT_KEPT_MS))
}
