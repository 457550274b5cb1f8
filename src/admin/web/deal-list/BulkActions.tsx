import './bulk-actions.css'
import type { RefObject } from 'react'
import { ENDED_WORDS, REASONS_TO_END, type ReasonToEnd } from '#app/deals/life.facts.ts'
import { countOf, formatCount } from '#app/shared/counts.ts'
import { Button } from '#app/ui/Button.tsx'
import type { BulkProgress } from './parts.ts'
import type { Step } from './undo.rules.ts'
import { leftInWords, reasonsInWords } from './words.copy.ts'

type Props = {
  chosen: number
  /** How many deals match the filters. */
  total: number
  most: number
  progress: BulkProgress | undefined
  last: Step | undefined
  endMenu: RefObject<HTMLDetailsElement | null>
  onEdit: () => void
  onPublish: () => void
  onUnpublish: () => void
  onEnd: (reason: ReasonToEnd) => void
  onBringBack: () => void
  onDelete: () => void
  onSelectAll: () => void
  onClear: () => void
  onStop: () => void
  onUndo: () => void
  onDismiss: () => void
}

/** The bar at the bottom of the screen: bulk actions, their progress, and the last step with Undo. */
export function BulkActions(props: Props) {
  const { chosen, progress, last } = props
  if (!progress && chosen === 0 && !last) return null
  return (
    <section className="bulk-actions on-ink" aria-label="Selection and last change" data-selection>
      <div className="admin-wrap">
        {progress ? (
          <Working {...props} progress={progress} />
        ) : (
          chosen > 0 && <Chosen {...props} />
        )}
        {!progress && last && <Last {...props} last={last} />}
      </div>
    </section>
  )
}

function Working({ progress, onStop }: Props & { progress: BulkProgress }) {
  return (
    <div className="bulk-actions-line">
      <p>{`${progress.words} ${formatCount(progress.done)} of ${formatCount(progress.total)} ...`}</p>
      <progress
        aria-label={progress.words}
        value={progress.done}
        max={Math.max(1, progress.total)}
      />
      <Button variant="tool" onClick={onStop}>
        Stop
      </Button>
    </div>
  )
}

function Chosen({
  chosen,
  total,
  most,
  endMenu,
  onEdit,
  onPublish,
  onUnpublish,
  onEnd,
  onBringBack,
  onDelete,
  onSelectAll,
  onClear,
}: Props) {
  const all = Math.min(total, most)
  return (
    <div className="bulk-actions-line">
      <p className="bulk-actions-words">{`${countOf(chosen, 'deal')} selected`}</p>
      {chosen < all && (
        <button type="button" className="text-link" aria-keyshortcuts="a" onClick={onSelectAll}>
          {total > most
            ? `Select the newest ${formatCount(most)} of ${formatCount(total)}`
            : `Select all ${formatCount(total)} that match`}
        </button>
      )}
      <span className="bulk-actions-tools">
        <Button variant="tool" aria-keyshortcuts="m" onClick={onEdit}>
          Edit
        </Button>
        <Button variant="tool" aria-keyshortcuts="Shift+P" onClick={onPublish}>
          Publish
        </Button>
        <Button variant="tool" aria-keyshortcuts="Shift+U" onClick={onUnpublish}>
          Unpublish
        </Button>
        <EndMenu menu={endMenu} onEnd={onEnd} />
        <Button variant="tool" aria-keyshortcuts="Shift+R" onClick={onBringBack}>
          Bring back
        </Button>
        <Button variant="tool" aria-keyshortcuts="Shift+Delete" onClick={onDelete}>
          Delete
        </Button>
        <Button variant="tool-bare" onClick={onClear}>
          Clear
        </Button>
      </span>
    </div>
  )
}

/** Ending deals requires a reason, so the menu lists the reasons. */
function EndMenu({ menu, onEnd }: Pick<Props, 'onEnd'> & { menu: Props['endMenu'] }) {
  const close = () => {
    if (menu.current) menu.current.open = false
  }
  return (
    <details
      ref={menu}
      className="end-menu"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !menu.current?.open) return
        event.preventDefault()
        close()
        menu.current.querySelector('summary')?.focus()
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget && !menu.current?.contains(relatedTarget)) close()
      }}
    >
      <summary className="tool" aria-keyshortcuts="Shift+E">
        End
      </summary>
      <ul>
        {REASONS_TO_END.map((reason) => (
          <li key={reason}>
            <button
              type="button"
              onClick={() => {
                close()
                onEnd(reason)
              }}
            >
              {ENDED_WORDS[reason]}
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}

function Last({ last, onUndo, onDismiss }: Props & { last: Step }) {
  const { words, left, error, undo, ids } = last
  return (
    <div className="bulk-actions-line">
      <div className="bulk-actions-words">
        <p>{words}</p>
        {error && <p>{`It broke off. ${error}`}</p>}
        {left.length > 0 && (
          <details>
            <summary>{leftInWords(left.length, 'deal')}</summary>
            <ul>
              {reasonsInWords(left).map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          </details>
        )}
      </div>
      <span className="bulk-actions-tools">
        {undo && ids.length > 0 && (
          <Button variant="tool" onClick={onUndo}>
            Undo
          </Button>
        )}
        <Button variant="tool-bare" onClick={onDismiss}>
          Dismiss
        </Button>
      </span>
    </div>
  )
}
