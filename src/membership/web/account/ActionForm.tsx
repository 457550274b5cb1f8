import type { ReactNode } from 'react'
import type { Plan } from '#app/shared/offer.ts'
import { paths } from '#app/shared/paths.ts'
import { Button } from '#app/ui/Button.tsx'
import type { AccountActions, Intent } from './actions.ts'

type Props = {
  actions: AccountActions
  intent: Intent
  plan?: Plan
  children: ReactNode
  busyText: string
  variant?: 'primary' | 'quiet'
  isDisabled?: boolean
}

/** A button for one change of the membership; a form, so that it works without scripts too. */
export function ActionForm({
  actions: { Form, busy },
  intent,
  plan,
  children,
  busyText,
  variant = 'primary',
  isDisabled = false,
}: Props) {
  return (
    <Form method="post" action={paths.account()}>
      <input type="hidden" name="intent" value={intent} />
      {plan && <input type="hidden" name="plan" value={plan} />}
      <Button
        type="submit"
        variant={variant}
        isBusy={busy === intent}
        disabled={isDisabled || busy !== undefined}
      >
        {busy === intent ? busyText : children}
      </Button>
    </Form>
  )
}
