import './bulk-actions.css'
import type { Work } from './bulk-actions.ts'
import { countOfDeals, type Done, reasonsInWords } from './undo.rules.ts'

type Props = {
  chosen: number
  /** How many deals match the filters. */
  total: number
  most: number
  work: Work | undefined
  last: Done | undefined
  onPublish: () => void
  onUnpublish: () => void
  onDelete: () => void
  onSelectAll: () => void
  onClear: () => void
  onStop: () => void
  onUndo: () => void
  onDismiss: () => void
}

/** At the foot of the screen: what can be done with the chosen deals, how far it got, what was done. */
export function BulkActions(props: Props) {
  const { chosen, work, last } = props
  if (!work && chosen === 0 && !last) return null
  return (
    <section className="dock on-ink" aria-label="Selection and last change">
      <div className="admin-wrap">
        {work ? <Working {...props} work={work} /> : chosen > 0 && <Chosen {...props} />}
        {!work && last && <Last {...props} last={last} />}
      </div>
    </section>
  )
}

function Working({ work, onStop }: Props & { work: Work }) {
  return (
    <div className="dock-line">
      <p>{`${work.words} ${work.done.toLocaleString('en-US')} of ${work.total.toLocaleString('en-US')} ...`}</p>
      <progress aria-label={work.words} value={work.done} max={Math.max(1, work.total)} />
      <button type="button" className="tool" onClick={onStop}>
        Stop
      </button>
    </div>
  )
}

function Chosen({
  chosen,
  total,
  most,
  onPublish,
  onUnpublish,
  onDelete,
  onSelectAll,
  onClear,
}: Props) {
  const all = Math.min(total, most)
  return (
    <div className="dock-line">
      <p className="dock-words">{`${countOfDeals(chosen)} selected`}</p>
      {chosen < all && (
        <button type="button" className="text-link" onClick={onSelectAll}>
          {total > most
            ? `Select the newest ${most.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`
            : `Select all ${total.toLocaleString('en-US')} that match`}
        </button>
      )}
      <span className="dock-tools">
        <button type="button" className="tool" onClick={onPublish}>
          Publish
        </button>
        <button type="button" className="tool" onClick={onUnpublish}>
          Unpublish
        </button>
        <button type="button" className="tool" onClick={onDelete}>
          Delete
        </button>
        <button type="button" className="tool tool-bare" onClick={onClear}>
          Clear
        </button>
      </span>
    </div>
  )
}

function Last({ last, onUndo, onDismiss }: Props & { last: Done }) {
  const { words, left, error, undo, ids } = last
  return (
    <div className="dock-line">
      <div className="dock-words">
        <p>{words}</p>
        {error && <p>{`It broke off: ${error}`}</p>}
        {left.length > 0 && (
          <details>
            <summary>{`${countOfDeals(left.length)} left as they were`}</summary>
            <ul>
              {reasonsInWords(left).map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          </details>
        )}
      </div>
      <span className="dock-tools">
        {undo && ids.length > 0 && (
          <button type="button" className="tool" onClick={onUndo}>
            Undo
          </button>
        )}
        <button type="button" className="tool tool-bare" onClick={onDismiss}>
          Dismiss
        </button>
      </span>
    </div>
  )
}
