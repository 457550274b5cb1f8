import { use } from 'react'
import { countOf } from '#app/shared/counts.ts'
import { SavedIdsContext } from './saved-ids.ts'

/** Shows the number of saved deals beside the link to the list. */
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
