import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { SavedDeal } from '#app/saved/saved.contract.ts'
import { HIGHEST_TARGET } from '#app/saved/saved.facts.ts'
import { formatCount } from '#app/shared/counts.ts'
import { formatShortPrice, readWholeDollars } from '#app/shared/money.ts'
import { paths } from '#app/shared/paths.ts'
import { ApiError, browserApi } from '#app/web/api/api.ts'
import { failedChange } from '#app/web/api/failed-change.ts'
import { tagged } from '#app/web/api/query-keys.ts'
import { showToast } from '#app/web/toasts/toasts.ts'
import { OF_SAVED_LIST } from './queries.ts'

const WORDS = `Whole dollars from 1 to ${formatCount(HIGHEST_TARGET)}`

/** 'Tell me at $___': lets a member set the price at which they want to be told about a saved deal. */
export function TellMeAt({ entry: { dealId, tellAt, brandName, deal } }: { entry: SavedDeal }) {
  const queryClient = useQueryClient()
  const id = useId()
  const [error, setError] = useState<string>()
  const priceNow = deal?.salePrice ?? undefined
  const isReached = tellAt !== null && priceNow !== undefined && priceNow <= tellAt

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    const isOff = (submitter as HTMLButtonElement | null)?.name === 'no-target'
    const typed = String(new FormData(event.currentTarget).get('target') ?? '')
    const price = isOff ? null : (readWholeDollars(typed) ?? 0)
    if (price !== null && (price < 1 || price > HIGHEST_TARGET)) {
      return setError(WORDS)
    }
    setError(undefined)
    try {
      const call = `/api/saved/${encodeURIComponent(dealId)}/target`
      await browserApi.request('PUT', call, { price })
      await queryClient.invalidateQueries(tagged(OF_SAVED_LIST))
    } catch (failure) {
      const { status, serverText } = failure instanceof ApiError ? failure : {}
      if (status === 409) return setError(serverText)
      await queryClient.invalidateQueries(tagged(OF_SAVED_LIST))
      showToast(failedChange(failure))
    }
  }

  return (
    <form method="post" action={paths.saved()} onSubmit={send} className="mt-1 text-sm" noValidate>
      <input type="hidden" name="deal" value={dealId} />
      {tellAt === null ? (
        <div className="flex flex-wrap items-center gap-x-3 print:hidden">
          <label htmlFor={id}>
            Tell me at $<span className="sr">, the piece by {brandName}</span>
          </label>
          <input
            id={id}
            name="target"
            inputMode="numeric"
            autoComplete="off"
            maxLength={8}
            className="input min-h-11 w-20 px-2"
            aria-invalid={error !== undefined || undefined}
            aria-describedby={error ? `${id}-error` : undefined}
          />
          <button type="submit" className="text-button">
            Set<span className="sr"> the price for the piece by {brandName}</span>
          </button>
        </div>
      ) : (
        <p className="flex flex-wrap items-center gap-x-3" role="status" data-said>
          {`${isReached ? 'At your price of' : 'We tell you at'} ${formatShortPrice(tellAt)}.`}
          <button type="submit" name="no-target" className="text-button">
            {isReached ? 'Ask anew' : 'Do not'}
            <span className="sr">{` ${isReached ? 'about' : 'tell me of'} the piece by ${brandName}`}</span>
          </button>
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </form>
  )
}
