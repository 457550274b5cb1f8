import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { failuresOfForm } from '#app/admin/web/shell/failures.ts'
import { GivenUp } from '#app/admin/web/shell/use-proof.tsx'
import { LONGEST_ACT_REASON } from '#app/membership/owner-actions.facts.ts'
import { Button } from '#app/ui/Button.tsx'
import { Field } from '#app/ui/Field.tsx'
import { newUuid } from '#app/web/new-uuid.ts'

/** What somebody is about to do, and how it is asked for. */
export type MemberAct = {
  title: string
  /** What it means for the person. */
  text: ReactNode
  /** More to say than why. */
  fields?: (errors: Record<string, string>) => ReactNode
  confirm: string
  /** `given` are the fields by name; `id` is of this one press. */
  run: (given: Record<string, string>, id: string) => Promise<unknown>
}

/** The question before an act: what it does, and why. Nothing happens without a reason. */
export function ActDialog({ act, onClose }: { act: MemberAct; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Pressed twice, or sent again after a line that broke, it is one act.
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
