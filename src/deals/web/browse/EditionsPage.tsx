import { meant } from '#app/shared/parameters.ts'
import './browse.css'
import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import type { EditionYear } from '#app/deals/browse.contract.ts'
import { countOf, formatCount } from '#app/shared/counts.ts'
import { formatDateOfWeek, wordsOfDay } from '#app/shared/dates.ts'
import { paths } from '#app/shared/paths.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { MISSING_HEAD } from '#app/web/page/MissingPage.tsx'
import { plainCollection } from '#app/web/page/structured-data.ts'
import { IndexHead } from './IndexHead.tsx'
import { loadIndex } from './index-page.ts'
import { PlaceProblem } from './PlaceProblem.tsx'
import { editionsQuery } from './queries.ts'
import { type Month, monthsOf } from './words.copy.ts'

const WEEK = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

export const handle: PageHandle = {
  head: ({ queryClient, search }) => {
    const asked = meant(search, 'year')
    const found = queryClient.getQueryData<EditionYear>(editionsQuery(asked).queryKey)
    if (asked !== undefined && !found) return MISSING_HEAD
    // The newest year has a single canonical address.
    const isNewest = asked === undefined || asked === found?.years[0]
    const title = isNewest ? 'Editions' : `Editions of ${asked}`
    const canonicalPath = paths.editions(isNewest ? undefined : asked)
    return {
      title,
      description: isNewest
        ? 'Every morning’s deals, day by day.'
        : `Every morning’s deals of ${asked}, day by day.`,
      canonicalPath,
      ...(import.meta.env.SSR
        ? {
            structuredData: (origin: string) =>
              plainCollection({ origin, path: canonicalPath, name: title }),
          }
        : {}),
    }
  },
}

export function loader(args: LoaderFunctionArgs) {
  return loadIndex(args, editionsQuery(meant(new URL(args.request.url).searchParams, 'year')))
}

export function Component() {
  const { problem } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const asked = meant(search, 'year')
  const { data } = useQuery<EditionYear>({ ...editionsQuery(asked), enabled: !problem })
  if (problem) return <PlaceProblem {...{ problem }} why={undefined} href={paths.editions(asked)} />
  if (!data) return <div className="wrap solo" />
  const { editions, year, years, today } = data
  const sizes = new Map(editions.map(({ day, deals }) => [day, deals]))
  return (
    <>
      <IndexHead title="Editions">
        {editions.length === 0
          ? 'Nothing has been published yet. New deals arrive every morning.'
          : `${countOf(editions.length, 'edition')} in ${year}. Every morning is one.`}
      </IndexHead>
      {years.length > 1 && (
        <nav className="wrap letters" aria-label="Years">
          {years.map((each) => (
            <Link
              key={each}
              to={paths.editions(each === years[0] ? undefined : each)}
              discover="none"
              aria-current={each === year ? 'page' : undefined}
            >
              {each}
            </Link>
          ))}
        </nav>
      )}
      <div className="wrap months">
        {monthsOf([...sizes.keys()]).map((month) => (
          <MonthTable key={month.first} month={month} sizes={sizes} today={today} />
        ))}
      </div>
    </>
  )
}

type MonthProps = { month: Month; sizes: ReadonlyMap<string, number>; today: string }

function MonthTable({ month: { first, before, days }, sizes, today }: MonthProps) {
  const { month, year } = wordsOfDay(first)
  const cells = [...Array.from({ length: before }, () => undefined), ...days]
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, index) =>
    Array.from({ length: 7 }, (_, place) => cells[index * 7 + place]),
  )
  return (
    <table className="month">
      <caption>{`${month} ${year}`}</caption>
      <thead>
        <tr>
          {WEEK.map((name) => (
            <th key={name} scope="col">
              <span aria-hidden>{name.slice(0, 1)}</span>
              <span className="sr">{name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: weeks never move.
          <tr key={index}>
            {week.map((day, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: days never move.
              <td key={place} aria-current={day === today ? 'date' : undefined}>
                {day && <Day day={day} deals={sizes.get(day)} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Day({ day, deals }: { day: string; deals: number | undefined }) {
  const { day: number } = wordsOfDay(day)
  if (deals === undefined) return <span className="no-edition">{number}</span>
  return (
    <Link to={paths.edition(day)} discover="none">
      <span aria-hidden>{number}</span>
      <span aria-hidden className="month-count">
        {formatCount(deals)}
      </span>
      <span className="sr">{`${formatDateOfWeek(day)}, ${countOf(deals, 'deal')}`}</span>
    </Link>
  )
}
