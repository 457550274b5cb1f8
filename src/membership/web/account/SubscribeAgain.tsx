import type { UpcomingCharge } from '#app/membership/membership.contract.ts'
import { OfferTerms } from '#app/membership/web/join/OfferTerms.tsx'
import { paths } from '#app/shared/paths.ts'
import { Dialog, OpensDialog } from '#app/ui/Dialog.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { ActionForm } from './ActionForm.tsx'
import { resumingInWords } from './account.copy.ts'
import type { Offers } from './account.rules.ts'
import type { AccountActions } from './actions.ts'

type Props = {
  way: NonNullable<Offers['subscribe']>
  actions: AccountActions
  until: string | undefined
  upcoming: UpcomingCharge | undefined
}

const ID = 'resume'

/**
 * Subscribes, whatever the state of the membership. One that still runs is resumed, so that nobody
 * pays for a second one beside it.
 */
export function SubscribeAgain({ way, actions, until, upcoming }: Props) {
  const isHydrated = useHydrated()
  if (way === 'checkout') {
    return (
      <form action={paths.subscribe()} className="grid w-full justify-items-start gap-3">
        <button type="submit" className="button">
          Subscribe
        </button>
        <OfferTerms />
      </form>
    )
  }
  return (
    <div className="grid justify-items-start gap-5">
      <p className="fine">Changed your mind? Nothing has to be paid twice.</p>
      <OpensDialog dialogId={ID} isHydrated={isHydrated} className="button">
        Resume membership
      </OpensDialog>
      <Dialog
        id={ID}
        title="Resume your membership?"
        dismiss="Not now"
        confirm={
          <ActionForm actions={actions} intent="resume" busyText="Resuming...">
            Resume membership
          </ActionForm>
        }
        closeOn={actions.outcome}
      >
        <p>
          {`You still have it, so there is no need to pay again. ${resumingInWords(upcoming, until)}`}
        </p>
      </Dialog>
    </div>
  )
}
