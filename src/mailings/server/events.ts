import type { FastifyRequest } from 'fastify'
import { findAccount } from '#app/accounts/server/accounts.ts'
import type { MailEvents, MailEventsTaken } from '#app/mailings/mailings.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import { findMailById } from '#app/server/mail/streams.queries.ts'
import { forbidden } from '#app/server/problem.ts'
import { isSameSecret } from '#app/server/tokens.ts'
import { MEMBERSHIP_MAIL } from '#app/shared/mail-streams.ts'
import { noteReturned } from './returned.ts'

/** Authenticates our mail service by the configured secret. Throws 403. */
export function requireEventsSecret(
  { config }: Pick<AppContext, 'config'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
): void {
  const { eventsSecret } = config.mail
  const [, given = ''] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? []
  if (eventsSecret && isSameSecret(given, eventsSecret)) return
  throw forbidden('mail-events', 'This is not the secret of MAIL_EVENTS_SECRET.')
}

/** Records events about our mails, matched by Message-ID. Idempotent. */
export async function takeMailEvents(
  ctx: AppContext,
  events: MailEvents['events'],
): Promise<MailEventsTaken> {
  const result = { taken: 0, unknown: 0 }
  for (const { type: kind, messageId, isPermanent } of events) {
    const whose = await findWhose(ctx, messageId)
    if (!whose) result.unknown += 1
    // A temporary bounce says nothing about the inbox.
    else if (kind === 'bounce' && !isPermanent) continue
    else if (await noteReturned(ctx, { ...whose, kind, toldBy: 'mail events' })) result.taken += 1
  }
  return result
}

/** Finds the recipient of any mail: one outside the streams tells as much about the inbox. */
async function findWhose(ctx: AppContext, messageId: string) {
  const [id = ''] = messageId.replace(/^<|>$/g, '').split('@')
  const mail = id.length <= 64 && !id.includes('\0') ? await findMailById(ctx.db, id) : undefined
  if (!mail?.recipient) return
  const userId = mail.userId ?? (await findAccount(ctx, { email: mail.recipient }))?.id
  if (!userId) return
  return {
    userId,
    mailId: mail.id,
    stream: mail.stream ?? MEMBERSHIP_MAIL,
    address: mail.recipient,
  }
}
