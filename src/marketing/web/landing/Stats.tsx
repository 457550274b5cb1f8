import { Link } from 'react-router'
import { shownClaims } from '#app/marketing/claims.ts'
import { paths } from '#app/shared/paths.ts'
import { useClaims } from './use-claims.ts'

export function Stats() {
  const shown = shownClaims(useClaims(), ['retailers', 'brands', 'dealsADay', 'discounts'])
  if (shown.length === 0) return null
  return (
    <section className="wrap" aria-label="In figures">
      <dl className="grid grid-cols-2 border-y border-hairline lg:grid-cols-4">
        {shown.map(({ name, figure, words }) => (
          <div key={words} className="flex flex-col-reverse justify-end py-8 pr-4 lg:py-10">
            <dt className="text-sm text-ink-soft">{words}</dt>
            <dd className="headline">
              <Link
                className="counted"
                to={paths.howWeCount(name)}
                aria-label={`${figure} ${words}: how we count`}
              >
                {figure}
              </Link>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
