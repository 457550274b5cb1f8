import { useEffect, useRef } from 'react'
import { FormErrors } from '#app/accounts/web/FormErrors.tsx'
import type { Subscription } from '#app/membership/membership.contract.ts'
import { formatDateAt } from '#app/shared/dates.ts'
import { ActionForm } from './ActionForm.tsx'
import { type AccountDescription, cardInWords, givenInWords, nextInWords } from './account.copy.ts'
import type { Standing } from './account.rules.ts'
import { type AccountActions, type Intent, useAccountActions } from './actions.ts'
import { CancelMembership } from './CancelMembership.tsx'
import { MembershipFacts } from './MembershipFacts.tsx'
import { useUpcomingCharge } from './queries.ts'
import { SubscribeAgain } from './SubscribeAgain.tsx'

type Props = { account: AccountDescription; subscription: Subscription | null }

/** Standings in which something is still to be charged, or would be after resuming. */
const ASKED = new Set<Standing>(['trial', 'running', 'ending'])

/** What somebody pays for, its state, and what they can do about it. */
export function MembershipPanel({ account, subscription }: Props) {
  const actions = useAccountActions()
  const { standing, statusLine, offers } = account
  const upcoming = useUpcomingCharge(ASKED.has(standing))
  const endsNow = offers.canEndNow ? 'owing' : upcoming?.isDue ? 'before-charge' : undefined
  const until = formatDateAt(subscription?.currentPeriodEnd)
  const given = givenInWords(subscription)
  const next = nextInWords(account, { upcoming, until })

  return (
    <section aria-labelledby="membership">
      {offers.canFixPayment && <FixPaymentNow actions={actions} card={subscription?.card} />}
      <h2 id="membership" className="caps mb-4 text-ink-soft">
        Membership
      </h2>
      <Status text={statusLine} until={until} actions={actions} />
      {next && <p className="lead mt-4">{next}</p>}
      {given && <p className="mt-3 text-ink-soft">{given}</p>}
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

/** Takes the focus once something has been done, because this is where to go on reading. */
function Status({ text, until, actions: { outcome } }: StatusProps) {
  const status = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (outcome && !outcome.error && !outcome.url) status.current?.focus()
  }, [outcome])

  const hasDay = until !== undefined && text.endsWith(until)
  return (
    <p ref={status} className="headline max-w-[18ch] outline-none" tabIndex={-1}>
      {hasDay ? text.slice(0, -until.length) : text}
      {hasDay && <span className="inline-block">{until}</span>}
    </p>
  )
}

type FixProps = { actions: AccountActions; card: Subscription['card'] | undefined }

/** Comes before everything else for somebody whose card failed. */
function FixPaymentNow({ actions, card }: FixProps) {
  return (
    <div className="mb-12 border-y border-ink py-8">
      <h2 className="title mb-3">Your last payment did not go through</h2>
      <p className="mb-6 max-w-[34rem] text-ink-soft">
        {`Your bank declined ${card ? `the charge to ${cardInWords(card)}` : 'it'} or wants you to confirm it. `}
        Names and links come back as soon as it is paid.
      </p>
      <p className="fine mb-5 max-w-[34rem]">
        It is paid at our payment provider. You come back with your browser’s back button, and this
        page brings itself up to date.
      </p>
      <ActionForm actions={actions} intent="fix-payment" busyText="Opening...">
        Fix your payment
      </ActionForm>
      <ActionError actions={actions} intent="fix-payment" />
    </div>
  )
}

type ErrorProps = { actions: AccountActions; intent: Intent }

/** The outcome beside the button that was pressed: why it failed, or where to continue. */
function ActionError({ actions: { outcome, busy }, intent }: ErrorProps) {
  if (outcome?.intent !== intent || busy) return null
  if (outcome.url) {
    return (
      <p className="notice mt-5" role="status">
        <a className="link" href={outcome.url}>
          Continue to our payment provider
        </a>
      </p>
    )
  }
  if (!outcome.error) return null
  return (
    <div className="mt-5 w-full">
      <FormErrors title="Error" messages={[outcome.error]} outcome={outcome} />
    </div>
  )
}
