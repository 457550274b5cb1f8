import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { FormErrors } from '#app/accounts/web/FormErrors.tsx'
import { WHAT_GOES, WHAT_STAYS } from '#app/privacy/deletion.copy.ts'
import { formatDays } from '#app/shared/dates.ts'
import { paths } from '#app/shared/paths.ts'
import { MARKETING_EVENT_KEPT_MS } from '#app/tracking/tracking.facts.ts'
import { Button } from '#app/ui/Button.tsx'
import { Dialog, OpensDialog } from '#app/ui/Dialog.tsx'
import { PasswordField } from '#app/ui/PasswordField.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { useClub, useSiteSettings } from '#app/web/site-settings.ts'
import { type DeletionFailure, leaveForGood, requestDeletion } from './delete-account.ts'

const ID = 'delete-account'
const FORM = 'delete-account-form'

/** The form that deletes the account for good: one question, one password, two buttons of one size. */
export function DeleteAccount() {
  const { supportEmail } = useClub()
  const isHydrated = useHydrated()
  const queryClient = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<DeletionFailure>()
  const beginning = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLFormElement>(null)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    setIsBusy(true)
    const next = await requestDeletion(password)
    // Stays busy until the page is left.
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
        // Scrolls to the top of the dialog: focusing the field would scroll past the text above it.
        onClick={() => queueMicrotask(readFromBeginning)}
      >
        Delete my account
      </OpensDialog>
      <noscript>
        <p className="fine">
          Deleting it here takes scripts. Without them, write to {supportEmail} from the address of
          your account.
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
          <DeletionEffects />
        </div>
        <form
          ref={form}
          id={FORM}
          // Posting keeps the password out of the address, even if scripts fail.
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

/** Lists what deleting an account does, before the person confirms. */
function DeletionEffects() {
  const { tracking } = useSiteSettings()
  return (
    <div className="grid gap-4">
      <p>
        This cannot be undone. A membership that is running, or on trial, ends at once, and time
        that is left is not refunded.
      </p>
      <List title="What goes">
        {WHAT_GOES.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </List>
      <List title="What stays, without your name">
        {WHAT_STAYS.map((each) => (
          <li key={each}>{each}</li>
        ))}
        {tracking && (
          <li>{`for ${formatDays(MARKETING_EVENT_KEPT_MS)}, that an advertiser was told of something, but not of whom`}</li>
        )}
      </List>
    </div>
  )
}

function List({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <p className="font-semibold text-ink">{title}</p>
      <ul className="mt-1 grid list-disc gap-1 pl-5">{children}</ul>
    </div>
  )
}
