import '#app/admin/web/deal-list/bulk-actions.css'
import type { Ref } from 'react'
import { MOST_PICKED_AT_ONCE } from '#app/product-feeds/product-feeds.facts.ts'
import { countOf } from '#app/shared/counts.ts'
import { Button } from '#app/ui/Button.tsx'

type Props = {
  chosen: number
  /** Whether the list shows dismissed candidates. */
  isDismissed: boolean
  isBusy: boolean
  /** Describes the last act. */
  words: string
  wordsRef: Ref<HTMLParagraphElement>
  failure: string
  hasKey: boolean
  onPick: () => void
  onDismiss: () => void
  onBringBack: () => void
  onChooseNone: () => void
  /** Undefined if the last act cannot be undone. */
  onUndo: (() => void) | undefined
  onClose: () => void
}

/** The bar at the bottom of the screen: actions for the chosen candidates, and the last act with Undo. */
export function PoolActions(props: Props) {
  const { chosen, isDismissed, isBusy, words, wordsRef, failure, hasKey } = props
  const { onPick, onDismiss, onBringBack, onChooseNone, onUndo, onClose } = props
  if (chosen === 0 && words === '' && failure === '') return null
  return (
    <section className="bulk-actions on-ink" aria-label="What is chosen, and the last change">
      <div className="admin-wrap">
        {chosen > 0 && (
          <div className="bulk-actions-line">
            <p className="bulk-actions-words" role="status">
              {countOf(chosen, 'candidate')} chosen
              {chosen > MOST_PICKED_AT_ONCE &&
                `; at most ${MOST_PICKED_AT_ONCE} are picked at once`}
            </p>
            <span className="bulk-actions-tools">
              <Button variant="tool-main" isBusy={isBusy} onClick={onPick}>
                {chosen === 1 ? 'Make a draft' : 'Make drafts'}
              </Button>
              {isDismissed ? (
                <Button variant="tool" isBusy={isBusy} onClick={onBringBack}>
                  Bring back
                </Button>
              ) : (
                <Button variant="tool" isBusy={isBusy} onClick={onDismiss}>
                  Dismiss
                </Button>
              )}
              <Button variant="tool-bare" onClick={onChooseNone}>
                Choose none
              </Button>
            </span>
          </div>
        )}
        {(words !== '' || failure !== '') && (
          <div className="bulk-actions-line">
            <div className="bulk-actions-words">
              {words !== '' && (
                <p ref={wordsRef} tabIndex={-1}>
                  {words}
                </p>
              )}
              {failure !== '' && <p role="alert">{failure}</p>}
            </div>
            <span className="bulk-actions-tools">
              {onUndo && (
                <Button
                  variant="tool"
                  isBusy={isBusy}
                  aria-keyshortcuts={hasKey ? 'z' : undefined}
                  onClick={onUndo}
                >
                  Undo {hasKey && <kbd className="kbd">z</kbd>}
                </Button>
              )}
              <Button variant="tool-bare" onClick={onClose}>
                Close
              </Button>
            </span>
          </div>
        )}
      </div>
    </section>
  )
}
