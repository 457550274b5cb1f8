import type { BulkUploadReport } from '#app/admin/bulk-upload.contract.ts'
import type { SheetChoices } from '#app/deals/editing/sheet-choices.contract.ts'
import { countOf } from '#app/shared/counts.ts'
import { Button } from '#app/ui/Button.tsx'
import { hiddenRowsInWords, updatingInWords } from './reading-words.copy.ts'
import { wrongRowNumbers } from './report.rules.ts'
import { SheetColumns } from './SheetColumns.tsx'

type Props = {
  report: BulkUploadReport
  choices: SheetChoices
  onSay: (choices: SheetChoices) => void
}

/** How the sheet was understood, with choices to correct that. */
export function SheetReading(props: Props) {
  return (
    <div className="bulk-reading">
      <HiddenRows {...props} />
      <Updating {...props} />
      <Offers {...props} />
      <Columns {...props} />
      <LeftOut {...props} />
    </div>
  )
}

function HiddenRows({ report: { sheet }, choices, onSay }: Props) {
  if (sheet.hiddenRows === 0) return null
  return (
    <div className="bulk-say" data-open={choices.hiddenRows === undefined || undefined}>
      <p>{hiddenRowsInWords(sheet.hiddenRows, choices.hiddenRows)}</p>
      {choices.hiddenRows !== 'take' && (
        <Button variant="tool" onClick={() => onSay({ ...choices, hiddenRows: 'take' })}>
          {sheet.hiddenRows === 1 ? 'Take it' : 'Take them'}
        </Button>
      )}
      {choices.hiddenRows !== 'leave' && (
        <Button variant="tool" onClick={() => onSay({ ...choices, hiddenRows: 'leave' })}>
          {sheet.hiddenRows === 1 ? 'Leave it out' : 'Leave them out'}
        </Button>
      )}
    </div>
  )
}

/** Chooses whether rows update existing deals. */
function Updating({ report, choices, onSay }: Props) {
  const isUpdating = choices.isUpdating === true
  return (
    <div className="bulk-say">
      <label>
        <input
          type="checkbox"
          checked={isUpdating}
          onChange={({ target }) => onSay({ ...choices, isUpdating: target.checked })}
        />{' '}
        Update deals that are there
      </label>
      <p className="soft">{updatingInWords(report, isUpdating)}</p>
    </div>
  )
}

/** Offers the column choices made for a sheet of the same retailer before. */
function Offers({ report: { sheet }, choices, onSay }: Props) {
  return sheet.offers.map(({ retailer, columns, words }) => (
    <div key={retailer} className="bulk-say">
      <p>{`Of a sheet of ${retailer} was said: ${words}.`}</p>
      <Button
        variant="tool"
        onClick={() => onSay({ ...choices, columns: { ...choices.columns, ...columns } })}
      >
        Say it again<span className="sr">{`, as for ${retailer}`}</span>
      </Button>
    </div>
  ))
}

/** The columns of the sheet; updates need only those that change. */
function Columns({ report: { sheet }, choices, onSay }: Props) {
  return (
    <SheetColumns
      sheet={sheet}
      choices={choices}
      isNeedy={choices.isUpdating !== true}
      onSay={onSay}
    />
  )
}

/** What was left out or corrected by hand, and what could be left out. */
function LeftOut({ report, choices, onSay }: Props) {
  const { missingPictures, withoutRows, mendedCells } = report.sheet
  const wrong = wrongRowNumbers(report)
  return (
    <>
      {missingPictures > 0 && (
        <p className="bulk-say">
          <label>
            <input
              type="checkbox"
              checked={choices.withoutPictures === true}
              onChange={({ target }) => onSay({ ...choices, withoutPictures: target.checked })}
            />{' '}
            {`Without the ${countOf(missingPictures, 'picture')} that cannot be had`}
          </label>
        </p>
      )}
      {wrong.length > 0 && (
        <div className="bulk-say">
          <p>Mend the cells below, or</p>
          <Button
            variant="tool"
            onClick={() => onSay({ ...choices, without: [...(choices.without ?? []), ...wrong] })}
          >
            {wrong.length === 1
              ? 'Leave out the wrong row'
              : `Leave out the ${wrong.length} wrong rows`}
          </Button>
        </div>
      )}
      {withoutRows > 0 && (
        <div className="bulk-say">
          <p>{`${countOf(withoutRows, 'row')} ${withoutRows === 1 ? 'is' : 'are'} left out.`}</p>
          <Button variant="tool" onClick={() => onSay({ ...choices, without: [] })}>
            Take {withoutRows === 1 ? 'it' : 'them'} in again
          </Button>
        </div>
      )}
      {mendedCells > 0 && (
        <div className="bulk-say">
          <p>{`${countOf(mendedCells, 'cell')} ${mendedCells === 1 ? 'was' : 'were'} mended here.`}</p>
          <Button variant="tool" onClick={() => onSay({ ...choices, cells: [] })}>
            As in the sheet
          </Button>
        </div>
      )}
    </>
  )
}
