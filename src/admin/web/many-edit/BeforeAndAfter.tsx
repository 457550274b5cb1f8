import { useEffect, useRef } from 'react'
import type { EditPreview } from '#app/admin/many-edit.contract.ts'
import { countOf, formatCount } from '#app/shared/counts.ts'
import { Button } from '#app/ui/Button.tsx'

type Props = { preview: EditPreview; onBack: () => void; onApply: () => void }

/** More than anybody reads one by one; the rest is only counted. */
const MOST_SHOWN = 300

/** What the edit would do to each deal, and which deals stay as they are and why. */
export function BeforeAndAfter({ preview: { changed, left }, onBack, onApply }: Props) {
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  const more = changed.length - MOST_SHOWN
  return (
    <div className="entry-dialog-body">
      {left.length > 0 && (
        <details className="many-edit-left" open={left.length < 6}>
          <summary>{`${countOf(left.length, 'deal')} ${left.length === 1 ? 'stays as it is' : 'stay as they are'}`}</summary>
          <ul>
            {left.slice(0, MOST_SHOWN).map(({ id, label, reason }) => (
              <li key={id}>
                {label} <span className="soft">{reason}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {changed.length > 0 && (
        <div className="table-room">
          <table className="table many-edit-table">
            <thead>
              <tr>
                <th scope="col">Deal</th>
                <th scope="col">Field</th>
                <th scope="col">Before</th>
                <th scope="col">After</th>
              </tr>
            </thead>
            {changed.slice(0, MOST_SHOWN).map(({ id, label, changes }) => (
              <tbody key={id}>
                {changes.map(({ field, before, after }, index) => (
                  <tr key={field}>
                    {index === 0 && (
                      <th scope="rowgroup" rowSpan={changes.length}>
                        {label}
                      </th>
                    )}
                    <td>{field}</td>
                    <td className="soft">{before ?? 'nothing'}</td>
                    <td>{after ?? 'nothing'}</td>
                  </tr>
                ))}
              </tbody>
            ))}
          </table>
        </div>
      )}
      {more > 0 && <p className="soft">{`And ${formatCount(more)} more.`}</p>}
      <div className="entry-footer">
        <div className="entry-actions">
          {changed.length > 0 && (
            <Button ref={first} variant="tool-main" onClick={onApply}>
              {`Change ${countOf(changed.length, 'deal')}`}
            </Button>
          )}
          <Button {...(changed.length === 0 && { ref: first })} variant="tool" onClick={onBack}>
            Back
          </Button>
          {changed.length === 0 && <p className="soft">Nothing would change.</p>}
        </div>
      </div>
    </div>
  )
}
