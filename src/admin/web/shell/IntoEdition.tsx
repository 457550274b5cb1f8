import './into-edition.css'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { EditionChanged } from '#app/admin/editions/editions.contract.ts'
import { editionPath } from '#app/admin/editions/paths.facts.ts'
import { countOf, wordFor } from '#app/shared/counts.ts'
import { addDays, businessDay, formatShortDay } from '#app/shared/dates.ts'
import { Button } from '#app/ui/Button.tsx'
import { browserApi } from '#app/web/api/api.ts'
import { ADMIN_CALLS } from './calls.rules.ts'
import { changeFailureText } from './failures.ts'
import { refreshDeals } from './refresh-deals.ts'

type Props = {
  count: number
  /** Returns the ids of the drafts; called when the person confirms. */
  idsOf: () => Promise<string[]>
}

/** Puts new drafts into the edition of a day, by default tomorrow's, and links to it. */
export function IntoEdition({ count, idsOf }: Props) {
  const queryClient = useQueryClient()
  const [day, setDay] = useState(() => addDays(businessDay(new Date()), 1))
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const [done, setDone] = useState<{ day: string; words: string }>()
  const way = useRef<HTMLAnchorElement>(null)

  // The pressed button is gone.
  useEffect(() => {
    if (done) way.current?.focus()
  }, [done])

  async function putIn(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setError('')
    try {
      const path = `${ADMIN_CALLS.editions}/${encodeURIComponent(day)}/deals`
      const response = await browserApi.request('POST', path, { ids: await idsOf() })
      const answer: EditionChanged = await response.json()
      setDone({ day, words: putInWords(answer) })
      await refreshDeals(queryClient)
    } catch (failure) {
      setError(changeFailureText(failure))
    }
    setBusy(false)
  }

  if (done) {
    return (
      <p className="into-edition" role="status">
        <span>{done.words}</span>
        <Link ref={way} className="text-link" to={editionPath(done.day)} discover="none">
          {`Open the edition of ${formatShortDay(done.day)}`}
        </Link>
      </p>
    )
  }
  return (
    <form className="into-edition" onSubmit={putIn}>
      <label>
        Into the edition of{' '}
        <input
          type="date"
          className="input"
          required
          value={day}
          onChange={({ target }) => setDay(target.value)}
        />
      </label>
      <Button type="submit" variant="tool-main" isBusy={isBusy}>
        {`Put ${wordFor(count, 'it', `all ${count}`)} in`}
      </Button>
      {error && (
        <span className="admin-error" role="alert">
          {error}
        </span>
      )}
    </form>
  )
}

/** `33 deals are in. 1 deal stayed where it was. It is out already.` */
function putInWords({ changed, left }: EditionChanged): string {
  const put =
    changed.length === 0
      ? ''
      : `${countOf(changed.length, 'deal')} ${wordFor(changed.length, 'is', 'are')} in.`
  const [first] = left
  if (!first) return put
  const stayed = `${countOf(left.length, 'deal')} stayed where ${wordFor(left.length, 'it was', 'they were')}. ${first.reason}`
  return `${put} ${stayed}`.trim()
}
