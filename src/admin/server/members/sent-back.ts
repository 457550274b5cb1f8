import { recordAudit } from '#app/admin/server/audit/audit.ts'
import type { Trx } from '#app/db/database.ts'
import type { AppContext } from '#app/server/context.ts'
import { formatCents } from '#app/shared/money.ts'
import { memberSubject } from './members.ts'

/** Recorded without an actor: the member's bank returned an owner's refund to us. */
export async function recordRefundSentBack(
  trx: Trx,
  ctx: AppContext,
  {
    userId,
    amountCents,
    receipt,
    problem,
  }: { userId: string; amountCents: number; receipt: string; problem: string },
): Promise<void> {
  await recordAudit(trx, ctx, { name: 'The server', session: '' }, [
    {
      action: 'member.refund-sent-back',
      subject: await memberSubject(trx, userId),
      after: { amount: formatCents(amountCents), receipt, problem },
    },
  ])
}
