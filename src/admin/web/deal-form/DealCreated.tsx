import { dealName } from '#app/admin/web/shell/deal-words.rules.ts'
import type { Created } from './creation.ts'

type Props = {
  created: Created | undefined
  count: number
  onEdit: (dealId: string) => void
  onUndo: () => void
  onBringBack: () => void
}

/** What was created last, while the form is ready for the next one. */
export function DealCreated({ created, count, onEdit, onUndo, onBringBack }: Props) {
  return (
    <div className="entry-created">
      <p role="status">{created && words(created, count)}</p>
      {created && !created.isTakenBack && (
        <>
          <button type="button" className="tool" onClick={() => onEdit(created.deal.id)}>
            Edit
          </button>
          <button type="button" className="tool" onClick={onUndo}>
            Undo
          </button>
        </>
      )}
      {created?.isTakenBack && (
        <button type="button" className="tool" onClick={onBringBack}>
          Bring it back
        </button>
      )}
      {created?.error && (
        <p className="field-error" role="alert">
          {created.error}
        </p>
      )}
    </div>
  )
}

function words({ deal, isTakenBack }: Created, count: number): string {
  const name = dealName(deal)
  if (isTakenBack) return `Taken back: ${name}.`
  const many = count > 1 ? ` ${count} deals since you opened this page.` : ''
  return `Created: ${name}, ${deal.isPublished ? 'published' : 'not published yet'}.${many}`
}
