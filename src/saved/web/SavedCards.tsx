import { useQueryClient } from '@tanstack/react-query'
import type { SavedDeal } from '#app/saved/saved.contract.ts'
import { formatDateAt } from '#app/shared/dates.ts'
import { paths } from '#app/shared/paths.ts'
import { savedChange } from './changes.copy.ts'
import { setSaved } from './saving.ts'

type Props = { entry: SavedDeal }

/** A deal that is no longer in the feed. */
export function UnlistedCard({ entry }: Props) {
  const queryClient = useQueryClient()
  return (
    <li className="card">
      <div className="pic">
        <span className="pic-none">{savedChange(entry)}</span>
      </div>
      <p className="brand">{entry.brandName}</p>
      <p className="at">Saved on {formatDateAt(entry.savedAt)}</p>
      <form
        method="post"
        action={paths.saved()}
        className="at"
        onSubmit={(event) => {
          event.preventDefault()
          void setSaved(queryClient, entry.dealId, false)
        }}
      >
        <button type="submit" name="take-off" value={entry.dealId} className="text-button">
          Remove<span className="sr"> the piece by {entry.brandName}</span>
        </button>
      </form>
    </li>
  )
}

/** A deal that has just been removed. */
export function RemovedCard({ entry }: Props) {
  const queryClient = useQueryClient()
  return (
    <li className="card">
      <div className="pic">
        <span className="pic-none" role="status">
          Removed
        </span>
      </div>
      <p className="brand">{entry.brandName}</p>
      <p className="at">
        <button
          type="button"
          className="text-button"
          onClick={() => void setSaved(queryClient, entry.dealId, true)}
        >
          Undo<span className="sr"> the removal of the piece by {entry.brandName}</span>
        </button>
      </p>
    </li>
  )
}
