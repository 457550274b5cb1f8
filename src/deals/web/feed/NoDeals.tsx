import { Link } from 'react-router'
import { feedPath } from '#app/deals/web/filters/choosing.rules.ts'
import { countOf } from '#app/shared/counts.ts'
import { formatDateOfWeek } from '#app/shared/dates.ts'
import { paths } from '#app/shared/paths.ts'

type Props = { page: number; what: string; day: string | undefined; totalDeals: number }

/** Shown when there is nothing to list here, with a link to the list if it has deals elsewhere. */
export function NoDeals({ page, what, day, totalDeals }: Props) {
  const { title, lead, hasOthers } = wordsFor(page, what, day, totalDeals)
  return (
    <div className="solo">
      <p className="caps">Daily deals</p>
      <h1 className="headline max-w-[16ch]">{title}</h1>
      <p className="lead">{lead}</p>
      {hasOthers && (
        <Link className="button" to={day ? paths.dailyDeals() : feedPath(what)}>
          Start with the newest
        </Link>
      )}
    </div>
  )
}

function wordsFor(page: number, what: string, day: string | undefined, totalDeals: number) {
  if (totalDeals > 0) {
    const list = what === '' ? 'the feed' : day ? 'that day' : 'the list'
    return {
      title: what === '' ? 'The feed ends before here' : 'The list ends before here',
      lead: `There is no page ${page}: ${list} has ${countOf(totalDeals, 'deal')}.`,
      hasOthers: true,
    }
  }
  if (day) {
    return {
      title: 'No deals on that day',
      lead: `Nothing that is in the feed came on ${formatDateOfWeek(day)}.`,
      hasOthers: true,
    }
  }
  return {
    title: 'The first edition is on its way',
    lead: 'Nothing has been published yet. New deals arrive every morning.',
    hasOthers: false,
  }
}
