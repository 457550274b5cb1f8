import './browse.css'
import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router'
import type { EditionPage } from '#app/deals/browse.contract.ts'
import type { EditionSize } from '#app/deals/deals.contract.ts'
import { useViewerClass } from '#app/membership/web/subscription.ts'
import { countOf } from '#app/shared/counts.ts'
import { formatDateOfWeek, formatDayOfWeekFrom } from '#app/shared/dates.ts'
import { paths } from '#app/shared/paths.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { useDay } from '#app/web/use-day.ts'
import { PlaceDeals } from './PlaceDeals.tsx'
import { PlaceHead } from './PlaceHead.tsx'
import { PlaceProblem } from './PlaceProblem.tsx'
import { loadPlace, placeHead } from './place-page.ts'
import { type ListOf, placeQuery } from './place-query.ts'
import { figuresInWords } from './words.copy.ts'

const ABOVE = [{ name: 'Editions', path: paths.editions() }]
const listOf = (day = ''): ListOf => ({ name: 'day', value: day })

export const handle: PageHandle = {
  head: (input) =>
    placeHead<EditionPage>(input, listOf(input.params.day), ({ day, figures }) => ({
      title: `Edition of ${formatDateOfWeek(day)}`,
      description: figuresInWords(`that came on ${formatDateOfWeek(day)}`, {
        ...figures,
        newestDay: null,
      }),
      pathOf: (page) => paths.edition(day, page),
      trail: ABOVE,
      // An edition stays findable, even when all its deals have ended.
      isEmpty: false,
    })),
}

export function loader(args: LoaderFunctionArgs) {
  return loadPlace(args, listOf(args.params.day))
}

export function Component() {
  const { problem, why, from, to } = useLoaderData<typeof loader>()
  const { day = '' } = useParams()
  const viewer = useViewerClass()
  const narrowed = listOf(day)
  const today = useDay()
  const { data: edition } = useQuery<EditionPage>({ ...placeQuery(narrowed), enabled: !problem })
  if (problem) return <PlaceProblem {...{ problem, why }} href={paths.edition(day)} />
  if (!edition) return <div className="wrap solo" />
  const { figures, size } = edition
  return (
    <>
      <PlaceHead
        viewer={viewer}
        above={ABOVE}
        title={`Edition of ${formatDayOfWeekFrom(day, today)}`}
        figures={{ ...figures, newestDay: null }}
      >
        {size.ended > 0 && (
          <p className="text-sm text-ink-soft">
            {`${countOf(size.deals, 'deal')} came that day, ${size.ended} of them ended.`}
          </p>
        )}
        <Neighbours edition={edition} />
      </PlaceHead>
      <PlaceDeals
        key={day}
        {...{ viewer, narrowed, from, to }}
        pathOf={(page) => paths.edition(day, page)}
      />
      <div className="wrap mt-18">
        <Neighbours edition={edition} isLast />
      </div>
    </>
  )
}

type NeighboursProps = { edition: EditionPage; isLast?: boolean }

/** Links to the editions before and after. */
function Neighbours({ edition: { earlier, later }, isLast }: NeighboursProps) {
  if (!earlier && !later) return null
  return (
    <nav className="neighbours" aria-label={isLast ? 'Other mornings' : 'The mornings around it'}>
      {earlier && <Neighbour {...earlier} rel="prev" />}
      {later && <Neighbour {...later} rel="next" />}
    </nav>
  )
}

function Neighbour({ day, deals, rel }: EditionSize & { rel: 'prev' | 'next' }) {
  const today = useDay()
  return (
    <Link to={paths.edition(day)} rel={rel} discover="none">
      <span className="caps">{rel === 'prev' ? 'The morning before' : 'The morning after'}</span>
      <span className="neighbour-day">
        {rel === 'prev' && <span aria-hidden>← </span>}
        {formatDayOfWeekFrom(day, today)}
        {rel === 'next' && <span aria-hidden> →</span>}
      </span>
      <span className="text-sm text-ink-soft">{countOf(deals, 'deal')}</span>
    </Link>
  )
}
