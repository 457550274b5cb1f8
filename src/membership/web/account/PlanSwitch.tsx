import { useEffect, useState } from 'react'
import { offer, type Plan } from '#app/shared/offer.ts'
import { Dialog, OpensDialog } from '#app/ui/Dialog.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { ApiError } from '#app/web/api/api.ts'
import { ActionForm } from './ActionForm.tsx'
import { planChangeInWords } from './account.copy.ts'
import type { AccountActions } from './actions.ts'
import { usePlanChange } from './queries.ts'

/** Switches to another plan, once the person has seen what that costs today. */
export function PlanSwitch({ plan, actions }: { plan: Plan; actions: AccountActions }) {
  const isHydrated = useHydrated()
  const [isOpen, setIsOpen] = useState(false)
  const price = usePlanChange(plan, isOpen)
  const isBusy = actions.busy !== undefined
  // Once agreed, the price is not read again, least of all for the plan that is now held.
  useEffect(() => {
    if (isBusy) setIsOpen(false)
  }, [isBusy])
  const lowerName = offer.plans[plan].name.toLowerCase()
  const id = `change-plan-${plan}`

  return (
    <>
      <OpensDialog
        dialogId={id}
        // Without scripts, nobody could see the price before agreeing to it.
        isHydrated
        disabled={!isHydrated}
        className="text-button"
        onClick={() => setIsOpen(true)}
      >
        Switch to {lowerName}
      </OpensDialog>
      <Dialog
        id={id}
        title={`Switch to the ${lowerName} plan?`}
        dismiss="Keep my plan"
        confirm={
          <ActionForm
            actions={actions}
            intent="change-plan"
            plan={plan}
            busyText="Switching..."
            isDisabled={!price.data || price.isFetching}
          >
            Switch to {lowerName}
          </ActionForm>
        }
        closeOn={actions.outcome}
        onClose={() => setIsOpen(false)}
      >
        <Price price={price} />
      </Dialog>
    </>
  )
}

function Price({ price: { data, error, refetch } }: { price: ReturnType<typeof usePlanChange> }) {
  if (data) return planChangeInWords(data).map((sentence) => <p key={sentence}>{sentence}</p>)
  if (!error) {
    return (
      <div role="status">
        <span className="sr">Working out the price</span>
        <div aria-hidden className="grid gap-3 py-1">
          <div className="bone h-4 w-full" />
          <div className="bone h-4 w-3/4" />
        </div>
      </div>
    )
  }
  const text = error instanceof ApiError ? error.serverText : undefined
  return (
    <div role="alert" className="notice">
      <p>{text ?? 'The price could not be worked out just now.'}</p>
      <button type="button" className="link" onClick={() => refetch()}>
        Try again
      </button>
    </div>
  )
}
