import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { OF_VIEWER } from '#app/accounts/web/user.ts'
import type { Suggestion, Suggestions } from '#app/deals/filters/search.contract.ts'
import { OF_DEALS } from '#app/deals/web/queries.ts'
import { OF_MEMBERSHIP } from '#app/membership/web/subscription.ts'
import { queryOf } from '#app/web/api/query-keys.ts'

/** Debounce of typing, in milliseconds. */
const PAUSE_MS = 120

function suggestionsQuery(q: string) {
  const address = `/api/suggestions?q=${encodeURIComponent(q)}`
  return queryOf(address, OF_DEALS, OF_VIEWER, OF_MEMBERSHIP)
}

/** Suggestions for words while they are typed; empty when they cannot be loaded. */
export function useSuggestions(text: string): Suggestion[] {
  const [asked, setAsked] = useState('')
  const words = text.trim()

  useEffect(() => {
    const timer = setTimeout(() => setAsked(words), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [words])

  const { data } = useQuery<Suggestions>({
    ...suggestionsQuery(asked),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  })
  return words === '' ? [] : (data?.suggestions ?? [])
}
