import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { paths } from '#app/shared/paths.ts'
import { ApiError, browserApi } from '#app/web/api/api.ts'
import { tagged } from '#app/web/api/query-keys.ts'
import { UNREACHED } from '#app/web/api/unreached.copy.ts'
import { OF_SAVINGS } from './queries.ts'
import { refusedInWords, sayingOf } from './saying.rules.ts'

type Props = { page: number; trip?: string; children: ReactNode }

/** Submits an answer about a purchase, in place or, before JavaScript has loaded, as a plain form. */
export function SayForm({ page, trip, children }: Props) {
  const queryClient = useQueryClient()
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const { submitter } = event.nativeEvent as SubmitEvent
    const form = event.currentTarget
    const saying = sayingOf(new FormData(form, submitter))
    if (!saying) return
    setBusy(true)
    setError(undefined)
    try {
      await browserApi.request('PUT', saying.path, saying.body)
      await queryClient.invalidateQueries(tagged(OF_SAVINGS))
      // The saved values now appear in the list.
      form.reset()
    } catch (failure) {
      const text = failure instanceof ApiError ? refusedInWords(failure) : undefined
      setError(text ?? UNREACHED)
    }
    setBusy(false)
  }

  return (
    <form
      method="post"
      action={paths.savings(page)}
      onSubmit={send}
      className="say-form"
      aria-busy={isBusy || undefined}
      noValidate
    >
      {trip && <input type="hidden" name="trip" value={trip} />}
      {children}
      {error && (
        <p className="field-error mt-2" role="alert">
          {error}
        </p>
      )}
    </form>
  )
}
