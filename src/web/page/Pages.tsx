import { Link } from 'react-router'
import { countOf } from '#app/shared/counts.ts'

type Props = {
  page: number
  pages: number
  /** The address of page number `page`. */
  pathOf: (page: number) => string
  words?: [before: string, after: string]
}

/** Links to the previous and the next page; renders nothing for a single page. */
export function Pages({ page, pages, pathOf, words = ['Before these', 'After these'] }: Props) {
  if (pages <= 1) return null
  const [before, after] = words
  return (
    <nav
      className="mt-18 flex flex-wrap items-center justify-center gap-6 text-sm"
      aria-label="Pages"
    >
      {page > 1 && (
        <Link className="link text-sm" to={pathOf(Math.min(page - 1, pages))}>
          {before}
        </Link>
      )}
      <span className="text-ink-soft">
        {page > pages ? `${countOf(pages, 'page')} in all` : `Page ${page} of ${pages}`}
      </span>
      {page < pages && (
        <Link className="link text-sm" to={pathOf(page + 1)}>
          {after}
        </Link>
      )}
    </nav>
  )
}
