import { Link, useLocation } from 'react-router'
import { businessPath, isOfBusiness } from '#app/admin/metrics/business.facts.ts'
import type { Period } from '#app/admin/metrics/metrics.contract.ts'
import { NotRead } from '#app/admin/web/shell/NotRead.tsx'
import { countOf, formatCount } from '#app/shared/counts.ts'
import type { RowsLink } from './address.rules.ts'
import { dealListPath, metricsPath } from './links.ts'
import { CsvLink } from './MetricTable.tsx'
import { useMetricRows } from './queries.ts'
import { RowsFilters } from './RowsFilters.tsx'
import { RowsTable } from './RowsTable.tsx'
import { spanWords } from './words.copy.ts'

type Props = { period: Period; list: RowsLink }

/** The rows behind a number. */
export function RowsPanel({ period, list }: Props) {
  const rows = useMetricRows(list)
  const { pathname, search } = useLocation()
  const { from, to } = list
  return (
    <>
      <p className="metrics-back">
        {isOfBusiness(list.rows) ? (
          <Link className="text-link" to={businessPath()} discover="none">
            Business numbers
          </Link>
        ) : (
          <Link className="text-link" to={metricsPath(period)} discover="none">
            All figures
          </Link>
        )}
      </p>
      <h1 className="title metrics-rows-title">{rows?.title ?? 'Figures'}</h1>
      {rows ? (
        <>
          <p>
            {countOf(rows.total, 'row')}
            {from && to && `, ${spanWords({ first: from, last: to })}`}
          </p>
          <p className="soft metrics-note">{rows.note}</p>
          <div className="toolbar metrics-tools">
            <RowsFilters period={period} list={list} />
            {rows.total > 0 && <CsvLink list={list} />}
            <ManageThem {...rows} />
          </div>
          {rows.total === 0 ? (
            <p className="admin-empty soft">Nothing yet.</p>
          ) : (
            <RowsTable period={period} {...rows} />
          )}
          <Pagination period={period} list={list} page={rows.page} pages={rows.pages} />
        </>
      ) : (
        <NotRead href={pathname + search}>These rows could not be read.</NotRead>
      )}
    </>
  )
}

/** Links to the deals of this page in the deal list. */
function ManageThem({
  kind,
  rows,
}: Pick<NonNullable<ReturnType<typeof useMetricRows>>, 'kind' | 'rows'>) {
  const ids = [...new Set(rows.flatMap(({ dealId }) => dealId ?? []))]
  if (kind !== 'deals' || ids.length === 0) return null
  return (
    <Link className="tool" to={dealListPath(ids)} discover="none">
      Open these in Manage Deals
    </Link>
  )
}

type PaginationProps = { period: Period; list: RowsLink; page: number; pages: number }

function Pagination({ period, list, page, pages }: PaginationProps) {
  if (pages <= 1) return null
  const to = (wanted: number) => {
    const { page: _, ...first } = list
    return metricsPath(period, wanted === 1 ? first : { ...list, page: String(wanted) })
  }
  return (
    <nav className="toolbar" aria-label="Pages">
      {page > 1 && (
        <Link className="tool" to={to(page - 1)} discover="none">
          Previous
        </Link>
      )}
      {page < pages && (
        <Link className="tool" to={to(page + 1)} discover="none">
          Next
        </Link>
      )}
      <span className="soft">
        Page {formatCount(page)} of {formatCount(pages)}
      </span>
    </nav>
  )
}
