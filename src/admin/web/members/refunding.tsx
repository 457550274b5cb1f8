import type { Member } from '#app/admin/members.contract.ts'
import { formatDateAt } from '#app/shared/dates.ts'
import { formatDollars } from '#app/shared/money.ts'
import { Field } from '#app/ui/Field.tsx'
import type { MemberAct } from './ActDialog.tsx'
import type { SendAct } from './use-acts.ts'

type Payment = Member['membership']['payments'][number]

/** The act of refunding a payment in full or in part, or of resending a refund that a bank returned. */
export function refunding(
  { invoiceId, left, paidAt }: Payment,
  send: SendAct,
  again?: { id: string; amount: number },
): MemberAct {
  return {
    title: again ? 'Send it again' : 'Send money back',
    text: (
      <p>
        {`${again ? `The bank returned ${formatDollars(again.amount)}. If that card is gone it comes back once more: ask them first. ` : ''}Of the payment of ${formatDateAt(paidAt)} ${formatDollars(left)} can go back, in full or in part. It goes to the card, once, and a mail says so. The membership goes on as it is.`}
      </p>
    ),
    fields: (errors) => (
      <Field
        label="Dollars"
        name="amount"
        type="number"
        inputMode="decimal"
        min={0.01}
        max={left}
        step={0.01}
        defaultValue={Math.min(left, again?.amount ?? left).toFixed(2)}
        required
        error={errors.amount}
      />
    ),
    confirm: 'Send it back',
    run: ({ amount, reason }, id) =>
      send(
        'refunds',
        {
          id,
          invoiceId,
          amount: Number(amount),
          seenLeft: left,
          reason,
          ...(again && { againOf: again.id }),
        },
        'The money is on its way back',
      ),
  }
}
