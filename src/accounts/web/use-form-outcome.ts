import { useEffect, useRef, useState } from 'react'

/** Errors of the last submission: per field, or of the whole form. */
type Outcome = { error?: string | undefined; fields?: Record<string, string> | undefined }

/**
 * What is wrong with a form, one thing at a time and until it is being corrected. A field that is
 * wrong says so itself and takes the keyboard; what is wrong with none of them stands above.
 */
export function useFormOutcome<O extends Outcome>(outcome: O | undefined) {
  const form = useRef<HTMLFormElement>(null)
  const [corrected, setCorrected] = useState<O>()
  const shown = outcome === corrected ? undefined : outcome
  const [name, text] = Object.entries(shown?.fields ?? {})[0] ?? []

  useEffect(() => {
    if (!outcome?.fields) return
    form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus()
  }, [outcome])

  const wrong: Record<string, string> = name && text ? { [name]: text } : {}
  return {
    form,
    onInput: () => setCorrected(outcome),
    wrong,
    messages: name === undefined && shown?.error ? [shown.error] : [],
  }
}
