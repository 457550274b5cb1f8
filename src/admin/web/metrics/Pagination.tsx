import { Link } from 'react-router'
import type { Period } from '#app/admin/metrics.contract.ts'
import type { RowsLink } from './address.rules.ts'
import { metricsPath } from './links.ts'
import { countWords } from './words.copy.ts'

type Props = { period: Period; list: RowsLink; page: number; pages: number }

export function Pagination({ period, list, page, pages }: Props) {
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
        Page {countWords(page)} of {countWords(pages)}
      </span>
    </nav>
  )
}
