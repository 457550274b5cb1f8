import type { Subscription } from '#app/membership/membership.contract.ts'
import { ActionError } from './ActionError.tsx'
import { ActionForm } from './ActionForm.tsx'
import { cardInWords } from './account.rules.ts'
import type { AccountActions } from './use-account-actions.ts'

type Props = { actions: AccountActions; card: Subscription['card'] | undefined }

/** For somebody whose card failed this comes before everything else. */
export function FixPaymentNow({ actions, card }: Props) {
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
