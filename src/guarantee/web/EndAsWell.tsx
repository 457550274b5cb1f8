import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { FormErrors } from '#app/accounts/web/FormErrors.tsx'
import type { Subscription } from '#app/membership/membership.contract.ts'
import { describeAccount } from '#app/membership/web/account/account.copy.ts'
import { useAccountActions } from '#app/membership/web/account/actions.ts'
import { CancelMembership } from '#app/membership/web/account/CancelMembership.tsx'
import { subscriptionQuery } from '#app/membership/web/subscription.ts'
import { formatDateAt } from '#app/shared/dates.ts'

/** Offers to end the membership too: a refund of the year's fee alone does not end it. */
export function EndAsWell() {
  const { data: subscription = null } = useQuery<Subscription | null>(subscriptionQuery)
  const actions = useAccountActions()
  const { outcome } = actions
  const status = useRef<HTMLHeadingElement>(null)
  const isEnded = outcome?.intent === 'cancel' && !outcome.error
  useEffect(() => {
    if (isEnded) status.current?.focus()
  }, [isEnded])
  const { standing, statusLine, offers } = describeAccount(subscription)
  if (!offers.canCancel && standing !== 'ending') return null
  const until = formatDateAt(subscription?.currentPeriodEnd)
  return (
    <section aria-labelledby="as-well">
      <h2 id="as-well" ref={status} tabIndex={-1} className="caps mb-4 text-ink-soft outline-none">
        {standing === 'ending' ? statusLine : 'Your membership goes on'}
      </h2>
      {standing === 'ending' ? (
        <p className="max-w-[34rem] text-ink-soft">
          Nothing more is charged. What you ask for here is paid all the same.
        </p>
      ) : (
        <>
          <p className="mb-5 max-w-[34rem] text-ink-soft">
            Having the fee back ends nothing. If you also want to leave, you can do it here.
          </p>
          <CancelMembership actions={actions} endsNow={undefined} until={until} />
        </>
      )}
      {outcome?.error && (
        <div className="mt-5">
          <FormErrors title="Error" messages={[outcome.error]} outcome={outcome} />
        </div>
      )}
    </section>
  )
}
