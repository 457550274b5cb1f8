import { use } from 'react'
import { countOf } from '#app/shared/counts.ts'
import { SavedIdsContext } from './saved-ids.ts'

/** How many are saved, beside the word that leads there. */
export function SavedCount() {
  const ids = use(SavedIdsContext)
  if (!ids?.size) return null
  return (
    <span className="count">
      <span aria-hidden>{ids.size}</span>
      <span className="sr">, {countOf(ids.size, 'deal')}</span>
    </span>
  )
}
