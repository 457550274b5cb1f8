import { useEffect, useRef } from 'react'
import type { Subscription } from '#app/membership/membership.contract.ts'
import { ActionError } from './ActionError.tsx'
import { type Account, formatDay, nextInWords, type Standing } from './account.rules.ts'
import { useUpcomingCharge } from './account-queries.ts'
import { CancelMembership } from './CancelMembership.tsx'
import { FixPaymentNow } from './FixPaymentNow.tsx'
import { MembershipFacts } from './MembershipFacts.tsx'
import { SubscribeAgain } from './SubscribeAgain.tsx'
import { type AccountActions, useAccountActions } from './use-account-actions.ts'

type Props = { account: Account; subscription: Subscription | null }

/** Where something is still to be charged, or would be. */
const ASKED = new Set<Standing>(['trial', 'running', 'ending'])

/** What somebody pays for, how it stands and what can be done about it. */
export function MembershipPanel({ account, subscription }: Props) {
  const actions = useAccountActions()
  const { standing, statusLine, offers } = account
  const upcoming = useUpcomingCharge(ASKED.has(standing))
  const endsNow = offers.canEndNow ? 'owing' : upcoming?.isDue ? 'before-charge' : undefined
  const until = formatDay(subscription?.currentPeriodEnd)
  const next = nextInWords(account, { upcoming, until })

  return (
    <section aria-labelledby="membership">
      {offers.canFixPayment && <FixPaymentNow actions={actions} card={subscription?.card} />}
      <h2 id="membership" className="caps mb-4 text-ink-soft">
        Membership
      </h2>
      <Status text={statusLine} until={until} actions={actions} />
      {next && <p className="lead mt-4">{next}</p>}
      <MembershipFacts account={account} subscription={subscription} actions={actions} />
      <ActionError actions={actions} intent="change-plan" />
      <ActionError actions={actions} intent="change-card" />
      <div className="mt-9 flex flex-wrap items-start gap-x-6 gap-y-4">
        {offers.subscribe && (
          <SubscribeAgain
            way={offers.subscribe}
            actions={actions}
            until={until}
            upcoming={upcoming}
          />
        )}
        {(offers.canCancel || offers.canEndNow) && (
          <CancelMembership actions={actions} endsNow={endsNow} until={until} />
        )}
      </div>
      <ActionError actions={actions} intent="resume" />
      <ActionError actions={actions} intent="cancel" />
    </section>
  )
}

type StatusProps = { text: string; until: string | undefined; actions: AccountActions }

/** When something has been done, this is where to go on reading. */
function Status({ text, until, actions: { outcome } }: StatusProps) {
  const status = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (outcome && !outcome.error && !outcome.url) status.current?.focus()
  }, [outcome])

  const hasDay = until !== undefined && text.endsWith(until)
  return (
    <p ref={status} className="headline max-w-[18ch] outline-none" tabIndex={-1}>
      {hasDay ? text.slice(0, -until.length) : text}
      {hasDay && <span className="whitespace-nowrap">{until}</span>}
    </p>
  )
}
