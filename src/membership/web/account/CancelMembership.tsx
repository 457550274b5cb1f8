import { Dialog, OpensDialog } from '#app/ui/Dialog.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { ActionForm } from './ActionForm.tsx'
import type { AccountActions } from './actions.ts'

type Props = {
  actions: AccountActions
  /**
   * Set when a payment is owed or about to be charged: no paid time is left, so the membership ends
   * at once.
   */
  endsNow: 'owing' | 'before-charge' | undefined
  until: string | undefined
}

const ID = 'cancel'

/** Cancels with one click here and one in the dialog: no more clicks than joining takes. */
export function CancelMembership({ actions, endsNow, until }: Props) {
  const isHydrated = useHydrated()
  const words = endsNow ? NOW[endsNow] : LATER
  return (
    <div>
      <OpensDialog
        dialogId={ID}
        isHydrated={isHydrated}
        // Somebody who owes a payment is offered to pay it first, and cancelling only beside that.
        className={endsNow === 'owing' ? 'text-button' : 'button button-quiet'}
      >
        {words.open}
      </OpensDialog>
      <Dialog
        id={ID}
        title={words.title}
        dismiss={words.dismiss}
        confirm={
          <ActionForm actions={actions} intent="cancel" variant="quiet" busyText="Canceling...">
            {words.confirm}
          </ActionForm>
        }
        closeOn={actions.outcome}
      >
        <p>{endsNow ? words.text : `${keptUntil(until)} ${words.text}`}</p>
      </Dialog>
    </div>
  )
}

function keptUntil(until: string | undefined): string {
  return until
    ? `Every deal stays open to you until ${until}.`
    : 'Every deal stays open to you until the end of the billing period.'
}

const LATER = {
  open: 'Cancel subscription',
  title: 'Are you sure you want to cancel your subscription?',
  text: 'Nothing more is charged, and until then you can change your mind.',
  dismiss: 'No, keep my subscription',
  confirm: 'Cancel Subscription',
}

const AT_ONCE = {
  open: 'End membership',
  title: 'End your membership now?',
  dismiss: 'No, keep my membership',
  confirm: 'End Membership',
}

const NOW = {
  owing: {
    ...AT_ONCE,
    text: 'The open payment is not tried again, and nothing more is charged. You can start again whenever you like.',
  },
  'before-charge': {
    ...AT_ONCE,
    open: LATER.open,
    text: 'Your new period has begun and is not paid yet. Ending it now means that it is not charged, and the deals close at once. You can start again whenever you like.',
  },
}
