import type { Member } from '#app/admin/members.contract.ts'
import { membersPath } from '#app/admin/members.facts.ts'
import { adminPaths } from '#app/admin/paths.facts.ts'
import { YEAR_MONTHS } from '#app/guarantee/guarantee.facts.ts'
import { countOf } from '#app/shared/counts.ts'
import { formatDateAt } from '#app/shared/dates.ts'
import { formatDollars } from '#app/shared/money.ts'
import { Button } from '#app/ui/Button.tsx'
import type { MemberAct } from './ActDialog.tsx'
import { Part } from './Part.tsx'
import { refunding } from './refunding.tsx'
import type { SendAct } from './use-acts.ts'

type Props = { member: Member; ask: (act: MemberAct) => void; send: SendAct }

/** Payments and refunds, with a button to refund more. */
export function PaymentsPart({ member, ask, send }: Props) {
  const { guarantee } = member
  const { payments } = member.membership
  return (
    <Part title="Payments and receipts">
      {payments.length === 0 ? (
        <p className="soft">Nothing has been charged.</p>
      ) : (
        <ul className="member-lines member-payments">
          {payments.map((payment) => (
            <li key={payment.invoiceId}>
              <span>
                <strong className="font-semibold tabular-nums">
                  {formatDollars(payment.amount)}
                </strong>{' '}
                {formatDateAt(payment.paidAt)}
              </span>
              <span className="soft wrap-anywhere">
                {payment.url ? (
                  <a className="text-link" href={payment.url} rel="noreferrer">
                    {payment.number ?? 'Receipt'}
                  </a>
                ) : (
                  payment.number
                )}
                {payment.refunded > 0 && ` · ${formatDollars(payment.refunded)} sent back`}
                {payment.dispute && ` · chargeback: ${payment.dispute.replaceAll('_', ' ')}`}
              </span>
              {payment.left > 0 && (
                <Button
                  variant="tool"
                  aria-label={`Refund the payment of ${formatDateAt(payment.paidAt)}`}
                  onClick={() => ask(refunding(payment, send))}
                >
                  Refund
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {member.unconnected > 0 && (
        <p>
          {`${countOf(member.unconnected, 'other payment')} with this address ${member.unconnected === 1 ? 'waits' : 'wait'} for an account. `}
          <a className="text-link" href={membersPath(member.email)}>
            {member.unconnected === 1 ? 'Look at it' : 'Look at them'}
          </a>
        </p>
      )}
      {guarantee && (
        <p className="soft member-guarantee">
          {`Guarantee: ${Math.floor(guarantee.paidMonths)} of ${YEAR_MONTHS} months paid, ${formatDollars(guarantee.recorded + guarantee.confirmed)} saved${guarantee.claim ? `; claim: ${guarantee.claim}, ${formatDollars(guarantee.paidBack)} paid back` : ''}. What is refunded here is taken off what the guarantee would pay. `}
          <a className="text-link" href={adminPaths.guarantee()}>
            All claims
          </a>
        </p>
      )}
    </Part>
  )
}
