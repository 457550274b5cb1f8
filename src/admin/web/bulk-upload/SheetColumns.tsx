import { useId } from 'react'
import type { SheetChoices } from '#app/deals/editing/sheet-choices.contract.ts'
import { columnsInWords, missingFields, type ReadColumns } from './reading-words.copy.ts'

type Props = {
  sheet: ReadColumns
  choices: SheetChoices
  /** Whether all required columns have to be there. */
  isNeedy: boolean
  onSay: (choices: SheetChoices) => void
}

/** Chooses the sheet of a file, its row of headings and the meaning of each column; for any kind of sheet. */
export function SheetColumns({ sheet, choices, isNeedy, onSay }: Props) {
  const id = useId()
  const isMissing = isNeedy && missingFields(sheet).length > 0
  const say = (index: number, field: string) =>
    onSay({ ...choices, columns: { ...choices.columns, [index]: field } })
  return (
    <details open={isMissing}>
      <summary>{columnsInWords(sheet, isNeedy)}</summary>
      <div className="bulk-places">
        {sheet.names.length > 1 && (
          <label>
            Sheet{' '}
            <select
              className="input"
              value={sheet.name ?? ''}
              // Another sheet starts without any choices.
              onChange={({ target }) => onSay({ sheet: target.value })}
            >
              {sheet.names.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
        )}
        <label>
          Headings in row{' '}
          <input
            key={sheet.headingRow}
            className="input"
            type="number"
            min={1}
            defaultValue={sheet.headingRow}
            onBlur={({ target }) => {
              const row = Number(target.value)
              if (row >= 1 && row !== sheet.headingRow) onSay({ ...choices, headingRow: row })
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              event.currentTarget.blur()
            }}
          />
        </label>
      </div>
      <div className="table-room">
        <table className="table bulk-columns">
          <thead>
            <tr>
              <th scope="col">In the sheet</th>
              <th scope="col">Such as</th>
              <th scope="col">Is read as</th>
            </tr>
          </thead>
          <tbody>
            {sheet.columns.map(({ index, heading, field, samples }) => (
              <tr key={index}>
                <th scope="row" id={`${id}-${index}`}>
                  {heading || `Column ${index + 1}`}
                </th>
                <td className="soft">{samples.join(' · ')}</td>
                <td>
                  <select
                    className="input"
                    aria-labelledby={`${id}-${index}`}
                    value={field ?? ''}
                    onChange={({ target }) => say(index, target.value)}
                  >
                    <option value="">Left aside</option>
                    {sheet.fields.map((each) => (
                      <option key={each.field} value={each.field}>
                        {each.isNeeded ? `${each.heading} (needed)` : each.heading}
                      </option>
                    ))}
                  </select>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
