import { endSessionsOf } from '#app/accounts/server/accounts.ts'
import { sendPasswordLink } from '#app/accounts/server/desk.ts'
import { type Actor, recordAudit } from '#app/admin/server/audit/audit.ts'
import { requireNoRefund } from '#app/guarantee/server/desk.ts'
import type {
  EndMembership,
  GiveDays,
  RefundPayment,
} from '#app/membership/owner-actions.contract.ts'
import {
  type Prepared,
  prepareDays,
  prepareEnd,
  prepareRefund,
} from '#app/membership/server/owner-actions/acts.ts'
import { performAct } from '#app/membership/server/owner-actions/perform.ts'
import type { AppContext } from '#app/server/context.ts'
import { queueMail } from '#app/server/mail/mail.ts'
import { sendMailAgain } from '#app/server/mail/send-again.ts'
import { hashToken } from '#app/server/tokens.ts'
import { memberSubject, requireMemberEmail } from './members.ts'

export async function refundAsOwner(
  ctx: AppContext,
  actor: Actor,
  { userId, ...wish }: RefundPayment & { userId: string },
): Promise<void> {
  const prepared = await prepareRefund(ctx, { userId, by: actor.name }, wish)
  await act(ctx, actor, 'member.refund', userId, async (trx) => {
    await requireNoRefund(trx, wish.invoiceId)
    return prepared(trx)
  })
}

export async function giveDaysAsOwner(
  ctx: AppContext,
  actor: Actor,
  { userId, ...wish }: GiveDays & { userId: string },
): Promise<void> {
  const prepared = await prepareDays(ctx, { userId, by: actor.name }, wish)
  await act(ctx, actor, 'member.days', userId, prepared)
}

export async function endAsOwner(
  ctx: AppContext,
  actor: Actor,
  { userId, ...wish }: EndMembership & { userId: string },
): Promise<void> {
  const prepared = await prepareEnd(ctx, { userId, by: actor.name }, wish)
  const action = wish.when === 'now' ? 'member.end-now' : 'member.end-later'
  await act(ctx, actor, action, userId, prepared)
}

/**
 * Writes down what is asked for with who and why, then does it. Where that does not come to an end at
 * once it goes on by itself, and the page says so.
 */
async function act(
  ctx: AppContext,
  actor: Actor,
  action: string,
  userId: string,
  ask: Prepared,
): Promise<void> {
  const { id } = await ctx.db.transaction().execute(async (trx) => {
    const asked = await ask(trx)
    if (asked.isNew) {
      await recordAudit(trx, ctx, actor, [
        { action, subject: memberSubject(userId), after: asked.after },
      ])
    }
    return asked
  })
  await performAct(ctx, id).catch((error: unknown) => {
    ctx.log.warn({ err: error, act: id }, 'not through yet: it is tried again')
  })
}

/** Signs every browser out, with a mail that says so. */
export async function signOutAsOwner(
  ctx: AppContext,
  actor: Actor,
  { userId, reason, id }: { userId: string; reason: string; id: string },
): Promise<void> {
  const email = await requireMemberEmail(ctx, userId)
  await ctx.db.transaction().execute(async (trx) => {
    await endSessionsOf(trx, { userId })
    const about = pressOf(userId, id)
    await queueMail(trx, ctx, { key: `signed-out:${about}`, template: 'signed-out', to: email })
    await recordAudit(trx, ctx, actor, [
      { action: 'member.signed-out', subject: memberSubject(userId), after: { reason } },
    ])
  })
}

export async function sendAgainAsOwner(
  ctx: AppContext,
  actor: Actor,
  { userId, mailId, reason, id }: { userId: string; mailId: string; reason: string; id: string },
): Promise<void> {
  const email = await requireMemberEmail(ctx, userId)
  await ctx.db.transaction().execute(async (trx) => {
    const about = pressOf(userId, id)
    const mail = await sendMailAgain(trx, ctx, { mailId, email, about })
    await recordAudit(trx, ctx, actor, [
      { action: 'member.mail-sent-again', subject: memberSubject(userId), after: { mail, reason } },
    ])
  })
}

export async function sendLinkAsOwner(
  ctx: AppContext,
  actor: Actor,
  { userId, reason, id }: { userId: string; reason: string; id: string },
): Promise<void> {
  const email = await requireMemberEmail(ctx, userId)
  await ctx.db.transaction().execute(async (trx) => {
    await sendPasswordLink(trx, ctx, { email, about: pressOf(userId, id) })
    await recordAudit(trx, ctx, actor, [
      {
        action: 'member.link-sent',
        subject: memberSubject(userId),
        after: { link: 'new password', reason },
      },
    ])
  })
}

/** Of one press of one form; two people's forms have nothing in common. */
function pressOf(userId: string, id: string): string {
  return hashToken(`${userId}:${id}`)
}
