import { memo, useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { BulkUploadReport } from '#app/admin/bulk-upload.contract.ts'
import { adminPaths } from '#app/admin/paths.facts.ts'
import type { SheetChoices } from '#app/deals/editing/sheet-choices.contract.ts'
import { countOf, formatCount } from '#app/shared/counts.ts'
import { formatPrice } from '#app/shared/money.ts'
import { dealName } from '#app/shared/names.ts'
import { Button } from '#app/ui/Button.tsx'
import { thumbSource } from '#app/ui/picture.rules.ts'
import { useSiteSettings } from '#app/web/site-settings.ts'
import {
  type MendedCell,
  type ReportRow,
  type RowFilter,
  rowsToShow,
  withCells,
} from './report.rules.ts'
import { hiddenInWords } from './words.copy.ts'

/** Drawing a long table takes the browser a while, so the first rows are drawn at once and the rest later. */
const DRAWN_AT_FIRST = 100

type Props = {
  report: BulkUploadReport
  filter: RowFilter
  choices: SheetChoices
  onSay: (choices: SheetChoices) => void
}

/** The rows of a sheet in a scrolling box, so that the buttons below stay near. */
export const ReportRows = memo(function ReportRows({ report, filter, choices, onSay }: Props) {
  const { rows, hidden } = useMemo(() => rowsToShow(report, filter), [report, filter])
  const [drawn, setDrawn] = useState(DRAWN_AT_FIRST)
  const more = Math.max(0, rows.length - drawn)
  const [typed, setTyped] = useState<ReadonlyMap<string, MendedCell>>(new Map())
  const columnOf = useMemo(
    () => new Map(report.sheet.columns.map(({ heading, index }) => [heading, index])),
    [report],
  )
  const mending: Mending = {
    columnOf,
    onType: (cell) => setTyped((all) => new Map(all).set(`${cell.row} ${cell.column}`, cell)),
    onCheck: () => {
      if (typed.size > 0) onSay(withCells(choices, [...typed.values()]))
    },
    onLeaveOut: (row) =>
      onSay({
        ...withCells(choices, [...typed.values()]),
        without: [...(choices.without ?? []), row],
      }),
  }
  if (rows.length === 0) return null
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
      <section className="bulk-rows" tabIndex={0} aria-label="Rows of the sheet">
        <table className="table">
          <thead>
            <tr>
              <th scope="col" className="figure">
                Row
              </th>
              <th scope="col">Piece</th>
              <th scope="col" className="figure bulk-price">
                Original
              </th>
              <th scope="col" className="figure bulk-price">
                Sale
              </th>
              <th scope="col" className="bulk-shop">
                Shop
              </th>
              <th scope="col">What becomes of it</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, drawn).map((row) => (
              <RowResult key={`${row.state} ${row.row}`} row={row} mending={mending} />
            ))}
          </tbody>
        </table>
      </section>
      {typed.size > 0 && (
        <div className="bulk-say" data-open>
          <p role="status">{`${countOf(typed.size, 'cell')} mended, and not checked yet.`}</p>
          <Button variant="tool-main" onClick={mending.onCheck}>
            Check again
          </Button>
        </div>
      )}
      {more > 0 && (
        <p>
          <Button variant="tool" onClick={() => setDrawn(rows.length)}>
            {`Show ${formatCount(more)} more`}
          </Button>
        </p>
      )}
      {hidden > 0 && more === 0 && <p className="soft">{hiddenInWords(rows.length, hidden)}</p>}
    </>
  )
})

function RowResult({
  row: { row, state, facts, problems, duplicate, changes },
  mending,
}: {
  row: ReportRow
  mending: Mending
}) {
  const prices = [facts?.originalPrice, facts?.salePrice].map((price) =>
    typeof price === 'number' ? formatPrice(price) : '',
  )
  return (
    <tr data-rows={state}>
      <td className="figure">{row}</td>
      <td>
        {facts && (
          <div className="bulk-piece">
            <Thumb picture={facts.picture} />
            <div>
              <p className="bulk-brand">{facts.brandName}</p>
              <p>{facts.productName}</p>
              <p className="soft bulk-shop-below">
                <Shop facts={facts} />
              </p>
              <p className="soft bulk-prices-below">
                {prices.toReversed().filter(Boolean).join(' · ')}
              </p>
            </div>
          </div>
        )}
      </td>
      <td className="figure bulk-price">{prices[0]}</td>
      <td className="figure bulk-price">{prices[1]}</td>
      <td className="bulk-shop">{facts && <Shop facts={facts} />}</td>
      <td>
        {state === 'new' && <span className="soft">New</span>}
        {state === 'unchanged' && <span className="soft">Is so already</span>}
        {state === 'update' && <Changes changes={changes ?? []} />}
        {duplicate && <SameAs sameAs={duplicate.sameAs} />}
        {state === 'problem' && problems.length === 0 && (
          <span className="soft">Waits for the headings</span>
        )}
        {problems.map((problem) => (
          <Problem key={problem.column + problem.reason} problem={problem} mending={mending} />
        ))}
        {problems.length > 0 && (
          <Button variant="tool-bare" onClick={() => mending.onLeaveOut(row)}>
            Leave out<span className="sr">{` row ${row}`}</span>
          </Button>
        )}
      </td>
    </tr>
  )
}

type Mending = {
  /** Column numbers by their headings. */
  columnOf: ReadonlyMap<string, number>
  onType: (cell: MendedCell) => void
  onCheck: () => void
  onLeaveOut: (row: number) => void
}

/** What is wrong with a cell, and an input to correct it. */
function Problem({
  problem: { row, column, value, reason },
  mending: { columnOf, onType, onCheck },
}: {
  problem: ReportRow['problems'][number]
  mending: Mending
}) {
  const at = columnOf.get(column)
  return (
    <div className="bulk-problem">
      <p>
        <strong>{column}</strong> {value !== '' && <q>{value}</q>} {reason}
      </p>
      {at !== undefined && (
        <input
          className="input"
          aria-label={`${column} of row ${row}`}
          defaultValue={value}
          autoComplete="off"
          onChange={({ target }) => onType({ row, column: at, value: target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            onCheck()
          }}
        />
      )}
    </div>
  )
}

/** The values of each field that the row changes, before and after. */
function Changes({ changes }: { changes: NonNullable<ReportRow['changes']> }) {
  return (
    <dl className="bulk-changes">
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>
            <del>{before ?? 'nothing'}</del> <span aria-hidden>→</span>
            <span className="sr">, then </span> <ins>{after ?? 'nothing'}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Shop({ facts: { retailer, state } }: { facts: NonNullable<ReportRow['facts']> }) {
  // A duplicate row stores nothing, so its retailer is not a new one.
  const isNew = retailer.name !== '' && !retailer.isKnown && state !== 'duplicate'
  return (
    <>
      {retailer.name}
      {isNew && <span className="soft"> (new shop)</span>}
    </>
  )
}

function SameAs({ sameAs }: Pick<NonNullable<ReportRow['duplicate']>, 'sameAs'>) {
  if ('row' in sameAs) return <>{`The same link as in row ${sameAs.row}`}</>
  return (
    <>
      Already there:{' '}
      <Link
        className="link"
        to={`${adminPaths.deals()}?ids=${encodeURIComponent(sameAs.dealId)}#manage-deals`}
      >
        {dealName(sameAs, 'a draft')}
      </Link>
    </>
  )
}

function Thumb({ picture }: { picture: string | null }) {
  const { pictureHost } = useSiteSettings()
  if (!picture) return <span className="bulk-thumb" />
  return (
    <img
      className="bulk-thumb"
      src={thumbSource(picture, pictureHost)}
      width={40}
      height={50}
      loading="lazy"
      alt=""
    />
  )
}
