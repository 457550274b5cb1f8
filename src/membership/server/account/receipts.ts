import type { Receipts } from '#app/membership/membership.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import { findPayments } from './receipts.queries.ts'

export async function readReceipts(ctx: AppContext, userId: string): Promise<Receipts> {
  const payments = await findPayments(ctx.db, userId)
  return payments.map((payment) => ({
    id: payment.invoiceId,
    number: payment.number,
    amount: payment.amountCents / 100,
    refunded: payment.refundedCents / 100,
    currency: payment.currency,
    paidAt: payment.paidAt.toISOString(),
    url: payment.receiptUrl,
  }))
}
