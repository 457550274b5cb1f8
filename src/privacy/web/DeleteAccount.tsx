import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { FormErrors } from '#app/accounts/web/FormErrors.tsx'
import { paths } from '#app/shared/paths.ts'
import { site } from '#app/shared/site.ts'
import { Button } from '#app/ui/Button.tsx'
import { Dialog, OpensDialog } from '#app/ui/Dialog.tsx'
import { PasswordField } from '#app/ui/PasswordField.tsx'
import { useHydrated } from '#app/web/use-hydrated.ts'
import { deleteAccount, type Failure, leaveForGood } from './delete-account.ts'
import { WhatGoes } from './WhatGoes.tsx'

const ID = 'delete-account'
const FORM = 'delete-account-form'

/** The way out for good: one question, one password, and both answers of one size. */
export function DeleteAccount() {
  const isHydrated = useHydrated()
  const queryClient = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const beginning = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLFormElement>(null)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    setIsBusy(true)
    const next = await deleteAccount(password)
    // Busy until the page is gone.
    if (!next) return leaveForGood(queryClient)
    setFailure(next)
    setIsBusy(false)
    if ('password' in next) form.current?.querySelector('input')?.focus()
  }

  function forgetAttempt() {
    setFailure(undefined)
    form.current?.reset()
  }

  function readFromBeginning() {
    beginning.current?.focus({ preventScroll: true })
    beginning.current?.closest('dialog')?.scrollTo(0, 0)
  }

  return (
    <>
      <OpensDialog
        dialogId={ID}
        isHydrated={isHydrated}
        className="button button-quiet"
        // To be read from its beginning: the field alone would be scrolled to.
        onClick={() => queueMicrotask(readFromBeginning)}
      >
        Delete my account
      </OpensDialog>
      <noscript>
        <p className="fine">
          Deleting it here takes scripts. Without them, write to {site.supportEmail} from the
          address of your account.
        </p>
      </noscript>
      <Dialog
        id={ID}
        title="Delete your account for good?"
        dismiss="Keep my account"
        confirm={
          <Button type="submit" form={FORM} variant="quiet" isBusy={isBusy} disabled={!isHydrated}>
            {isBusy ? 'Deleting...' : 'Delete my account'}
          </Button>
        }
        onClose={forgetAttempt}
      >
        <div ref={beginning} tabIndex={-1} className="outline-none">
          <WhatGoes />
        </div>
        <form
          ref={form}
          id={FORM}
          // Never in the address, whatever happens to the scripts.
          method="post"
          action={paths.account()}
          className="mt-4 grid gap-4 text-ink"
          noValidate
          onSubmit={submit}
        >
          <FormErrors
            title="Error"
            messages={failure && 'error' in failure ? [failure.error] : []}
            outcome={failure}
          />
          <PasswordField
            label="Your password"
            name="password"
            autoComplete="current-password"
            required
            canShow={isHydrated}
            error={failure && 'password' in failure ? failure.password : undefined}
          />
        </form>
      </Dialog>
    </>
  )
}
