import { endSessionsOf } from '#app/accounts/server/accounts.ts'
import { sendPasswordLink } from '#app/accounts/server/desk.ts'
import { type Actor, recordAudit } from '#app/admin/server/audit/audit.ts'
import type { Trx } from '#app/db/database.ts'
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
import { insertOwnerReason } from '#app/membership/server/owner-actions/reasons.queries.ts'
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
 * Records a request with who made it and why, then performs it. If that fails, it is retried in the
 * background, and the page says so.
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
        {
          action,
          subject: await memberSubject(trx, userId),
          after: { ...asked.after, reasonId: asked.id },
        },
      ])
    }
    return asked
  })
  await performAct(ctx, id).catch((error: unknown) => {
    ctx.log.warn({ err: error, act: id }, 'not through yet: it is tried again')
  })
}

type Press = { userId: string; reason: string; id: string }

/** Signs out every browser of the member and mails them about it. */
export async function signOutAsOwner(ctx: AppContext, actor: Actor, press: Press): Promise<void> {
  await once(ctx, actor, { action: 'member.signed-out', press }, async (trx, { email, about }) => {
    await endSessionsOf(trx, { userId: press.userId })
    await queueMail(trx, ctx, { key: `signed-out:${about}`, template: 'signed-out', to: email })
    return {}
  })
}

export async function sendAgainAsOwner(
  ctx: AppContext,
  actor: Actor,
  { mailId, ...press }: Press & { mailId: string },
): Promise<void> {
  await once(ctx, actor, { action: 'member.mail-sent-again', press }, async (trx, to) => ({
    mail: await sendMailAgain(trx, ctx, { mailId, ...to }),
  }))
}

export async function sendLinkAsOwner(ctx: AppContext, actor: Actor, press: Press): Promise<void> {
  await once(ctx, actor, { action: 'member.link-sent', press }, async (trx, to) => {
    await sendPasswordLink(trx, ctx, to)
    return { link: 'new password' }
  })
}

/** Performs and audits what a form asks for; idempotent, so a form sent twice is performed once. */
async function once(
  ctx: AppContext,
  actor: Actor,
  { action, press: { userId, reason, id } }: { action: string; press: Press },
  perform: (trx: Trx, to: { email: string; about: string }) => Promise<object>,
): Promise<void> {
  const email = await requireMemberEmail(ctx, userId)
  // Includes the member's id, so that equal form ids of two members never collide.
  const about = hashToken(`${userId}:${id}`)
  await ctx.db.transaction().execute(async (trx) => {
    const why = { id: about, userId, reason, notedAt: ctx.now() }
    if (!(await insertOwnerReason(trx, why))) return
    const done = await perform(trx, { email, about })
    await recordAudit(trx, ctx, actor, [
      {
        action,
        subject: await memberSubject(trx, userId),
        after: { ...done, reasonId: about },
      },
    ])
  })
}
