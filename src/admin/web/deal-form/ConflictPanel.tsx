import { useEffect, useRef } from 'react'
import { fieldWords } from '#app/deals/editing/form-fields.facts.ts'
import { Button } from '#app/ui/Button.tsx'
import type { Conflict, ConflictField, DealVersion } from './conflict.rules.ts'
import { DealThumb } from './DealThumb.tsx'
import { fieldName, savedWords } from './words.copy.ts'

type Props = {
  conflict: Conflict
  /** The version in the form now. */
  mine: DealVersion
  /** Whether the form has their value of the field. */
  isTaken: (field: ConflictField) => boolean
  onTake: (fields: ConflictField[]) => void
  onKeepMine: () => void
  isBusy: boolean
}

/** Shows who saved what meanwhile, field by field: their value, mine, and a choice. */
export function ConflictPanel({ conflict, mine, isTaken, onTake, onKeepMine, isBusy }: Props) {
  const { saved, contested, takenOver } = conflict
  const panel = useRef<HTMLElement>(null)
  const open = contested.map(({ field }) => field).filter((field) => !isTaken(field))

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new conflict takes the focus.
  useEffect(() => panel.current?.focus(), [conflict])

  return (
    <section ref={panel} className="conflict" tabIndex={-1} aria-labelledby="conflict-title">
      <h3 id="conflict-title">Somebody else has saved this deal since you opened it.</h3>
      <p>{savedWords(saved)} Nothing of theirs has been overwritten.</p>
      {contested.length > 0 && (
        <div className="table-room">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Changed by both</th>
                <th scope="col">Theirs</th>
                <th scope="col">Mine</th>
                <th scope="col">
                  <span className="sr">Choice</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {contested.map(({ field, theirs }) => (
                <tr key={field}>
                  <th scope="row">{fieldName(field)}</th>
                  <td>
                    <Value field={field} state={theirs} />
                  </td>
                  <td>
                    {isTaken(field) ? (
                      <span className="soft">theirs</span>
                    ) : (
                      <Value field={field} state={mine} />
                    )}
                  </td>
                  <td className="figure">
                    <Button
                      variant="tool"
                      aria-label={`${isTaken(field) ? 'Taken' : 'Take theirs'}: ${fieldName(field)}`}
                      // Not `disabled`, which would drop the focus.
                      aria-disabled={isTaken(field) || undefined}
                      disabled={isBusy}
                      onClick={() => onTake([field])}
                    >
                      {isTaken(field) ? 'Taken' : 'Take theirs'}
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {takenOver.length > 0 && (
        <div>
          <p>Changed by them only, and in the form below by now:</p>
          <ul className="conflict-taken">
            {takenOver.map(({ field, before, theirs }) => (
              <li key={field}>
                <strong>{fieldName(field)}</strong> <Value field={field} state={theirs} />{' '}
                <span className="soft">
                  was <Value field={field} state={before} />
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="entry-actions">
        {open.length > 0 && (
          <>
            <Button variant="tool" disabled={isBusy} onClick={() => onTake(open)}>
              Take all of theirs
            </Button>
            <Button variant="tool" disabled={isBusy} onClick={onKeepMine}>
              Keep mine and save
            </Button>
          </>
        )}
        {open.length === 0 && <p className="soft">Nothing of yours is against theirs any more.</p>}
      </div>
    </section>
  )
}

function Value({ field, state }: { field: ConflictField; state: DealVersion }) {
  if (field === 'pictures') return <Pictures keys={state.pictures} />
  if (field === 'notes') return <Notes state={state} />
  const words = fieldWords(field, state.draft[field])
  if (words === '') return <span className="soft">nothing</span>
  return <span className="conflict-text">{words}</span>
}

function Notes({ state: { pictures, notes } }: { state: DealVersion }) {
  const told = pictures.flatMap((key, index) => {
    const { alternative = '', focus = null } = notes[key] ?? {}
    const at = focus ? ` (${focus[0] / 10}% ${focus[1] / 10}%)` : ''
    return alternative || at ? `${index + 1}: ${alternative}${at}` : []
  })
  return <span className="conflict-text">{told.join('; ') || 'nothing'}</span>
}

function Pictures({ keys }: { keys: string[] }) {
  if (keys.length === 0) return <span className="soft">none</span>
  return (
    <span className="conflict-pictures">
      <span className="sr">{keys.length === 1 ? '1 picture' : `${keys.length} pictures`}</span>
      {keys.map((key) => (
        <DealThumb key={key} pictureKey={key} placeholder={null} />
      ))}
    </span>
  )
}
