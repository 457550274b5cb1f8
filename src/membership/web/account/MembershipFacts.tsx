import type { ReactNode } from 'react'
import type { Subscription } from '#app/membership/membership.contract.ts'
import { useOffer } from '#app/membership/web/join/offer.ts'
import type { Plan } from '#app/shared/offer.ts'
import { paths } from '#app/shared/paths.ts'
import { type AccountDescription, cardInWords, planInWords } from './account.copy.ts'
import type { AccountActions } from './actions.ts'
import { PlanSwitch } from './PlanSwitch.tsx'

type Props = {
  account: AccountDescription
  subscription: Subscription | null
  actions: AccountActions
}

/** Plan, next billing date and card, one per line, each with what can be changed about it. */
export function MembershipFacts({
  account: { nextBilling, offers },
  subscription,
  actions,
}: Props) {
  const { tier, card } = subscription ?? {}
  return (
    <dl className="mt-9 border-t border-hairline">
      <Row
        label="Plan"
        action={tier && offers.canChangePlan && <PlanSwitches tier={tier} actions={actions} />}
      >
        {planInWords(subscription)}
      </Row>
      <Row label="Next billing date">{nextBilling}</Row>
      {card && offers.canChangeCard && (
        <Row label="Card" action={<ChangeCard actions={actions} />}>
          {cardInWords(card)}
        </Row>
      )}
    </dl>
  )
}

type RowProps = { label: string; children: ReactNode; action?: ReactNode }

function Row({ label, children, action }: RowProps) {
  return (
    <div className="grid min-h-15 grid-cols-[1fr_auto] content-center items-center gap-x-6 border-b border-hairline py-2 max-sm:py-3 sm:grid-cols-[11rem_1fr_auto]">
      <dt className="text-sm text-ink-soft max-sm:col-span-2">{label}</dt>
      <dd className="tabular-nums">{children}</dd>
      {action && <dd className="max-sm:-my-2">{action}</dd>}
    </div>
  )
}

/** A switch to every other plan that is sold. */
function PlanSwitches({ tier, actions }: { tier: Plan; actions: AccountActions }) {
  const { sold } = useOffer()
  return (
    <div className="flex flex-wrap gap-x-6">
      {sold.map(({ key }) => key !== tier && <PlanSwitch key={key} plan={key} actions={actions} />)}
    </div>
  )
}

function ChangeCard({ actions: { Form, busy } }: { actions: AccountActions }) {
  return (
    <Form method="post" action={paths.account()}>
      <input type="hidden" name="intent" value="change-card" />
      <button type="submit" className="text-button" disabled={busy !== undefined}>
        {busy === 'change-card' ? 'Opening...' : 'Change card'}
      </button>
    </Form>
  )
}
