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
  /** The address it was sent to, if known: the account may have another one by now. */
  address?: string
}

/** Records a bounce or complaint and stops the streams for this address. Returns whether it was new. */
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

/** Records that the mail server rejected the recipient. */
export async function noteRefused(ctx: AppContext, mail: StreamMail): Promise<void> {
  const { id: mailId, userId, stream } = mail
  await noteReturned(ctx, { userId, mailId, stream, kind: 'bounce', toldBy: 'mail server' })
}

export async function purgeMailEvents(ctx: AppContext): Promise<void> {
  await deleteMailEventsBefore(ctx.db, new Date(ctx.now().getTime() - MAIL_EVENT_KEPT_MS))
}
