import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { failuresOfForm } from '#app/admin/web/shell/failures.ts'
import { GivenUp } from '#app/admin/web/shell/use-proof.tsx'
import { LONGEST_ACT_REASON } from '#app/membership/owner-actions.facts.ts'
import { Button } from '#app/ui/Button.tsx'
import { Field } from '#app/ui/Field.tsx'
import { newUuid } from '#app/web/new-uuid.ts'

/** An act on a member, and the dialog that asks for it. */
export type MemberAct = {
  title: string
  /** What the act means for the member. */
  text: ReactNode
  /** Inputs besides the reason. */
  fields?: (errors: Record<string, string>) => ReactNode
  confirm: string
  /** `given` holds the inputs by name; `id` identifies this one request. */
  run: (given: Record<string, string>, id: string) => Promise<unknown>
}

/** Confirms an act: what it does, and the reason, which is required. */
export function ActDialog({ act, onClose }: { act: MemberAct; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Makes the act idempotent: pressed twice, or retried after a lost connection, it happens once.
  const [id] = useState(newUuid)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isBusy, setIsBusy] = useState(false)

  useEffect(() => {
    const { current } = dialog
    current?.showModal()
    return () => current?.close()
  }, [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const entries = [...new FormData(event.currentTarget)]
    const given = Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
    setIsBusy(true)
    setErrors({})
    try {
      await act.run(given, id)
      onClose()
    } catch (error) {
      if (error instanceof GivenUp) return
      setErrors(failuresOfForm(error))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <dialog
      ref={dialog}
      className="dialog member-dialog"
      aria-labelledby="act-title"
      onClose={onClose}
    >
      <form method="post" onSubmit={submit}>
        <h2 id="act-title" className="title">
          {act.title}
        </h2>
        <div className="dialog-text">
          {act.text}
          <div className="member-fields">
            {act.fields?.(errors)}
            <Field
              label="Why"
              name="reason"
              hint="For the audit. The person does not read it."
              required
              minLength={3}
              maxLength={LONGEST_ACT_REASON}
              autoComplete="off"
              error={errors.reason}
            />
          </div>
          {errors.form && (
            <p className="admin-error" role="alert">
              {errors.form}
            </p>
          )}
        </div>
        <div className="dialog-answers">
          <Button variant="quiet" onClick={() => dialog.current?.close()}>
            Cancel
          </Button>
          <Button type="submit" isBusy={isBusy}>
            {act.confirm}
          </Button>
        </div>
      </form>
    </dialog>
  )
}
