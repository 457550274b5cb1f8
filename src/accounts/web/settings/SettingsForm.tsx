import { type ReactNode, useEffect, useRef } from 'react'
import { Form } from 'react-router'
import { FormErrors } from '#app/accounts/web/FormErrors.tsx'
import { useFormOutcome } from '#app/accounts/web/use-form-outcome.ts'
import { paths } from '#app/shared/paths.ts'
import { Button } from '#app/ui/Button.tsx'
import { type SettingsIntent, useSettingsForm } from './actions.ts'

type Props = {
  intent: SettingsIntent
  /** Label of the line that opens the form. */
  opener: string
  submit: string
  busyText: string
  done: string
  /** Renders the fields; `wrong` has the error of a field. */
  children: (wrong: Record<string, string>, email: string | undefined) => ReactNode
}

/**
 * A collapsible form: it opens without scripts too, closes when done, and shows the result in its place.
 */
export function SettingsForm({ intent, opener, submit, busyText, done, children }: Props) {
  const { outcome, isBusy } = useSettingsForm(intent)
  const { form, onInput, wrong, messages } = useFormOutcome(outcome)
  const details = useRef<HTMLDetailsElement>(null)
  const status = useRef<HTMLParagraphElement>(null)

  useEffect(() => {
    if (!outcome?.isDone) return
    form.current?.reset()
    details.current?.removeAttribute('open')
    status.current?.focus()
  }, [outcome, form])

  return (
    <>
      {outcome?.isDone && (
        <p ref={status} className="notice mt-5 outline-none" role="status" tabIndex={-1}>
          {done}
        </p>
      )}
      <details ref={details} className="mt-3" open={outcome !== undefined && !outcome.isDone}>
        <summary className="text-button w-fit cursor-pointer list-none [&::-webkit-details-marker]:hidden">
          {opener}
        </summary>
        <Form
          ref={form}
          method="post"
          action={paths.accountSettings()}
          className="mt-4 grid max-w-[26rem] gap-6"
          noValidate
          preventScrollReset
          onInput={onInput}
        >
          <FormErrors title="Nothing has changed" messages={messages} outcome={outcome} />
          <input type="hidden" name="intent" value={intent} />
          {children(wrong, outcome?.email)}
          <div>
            <Button type="submit" isBusy={isBusy}>
              {isBusy ? busyText : submit}
            </Button>
          </div>
        </Form>
      </details>
    </>
  )
}
