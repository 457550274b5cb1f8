import { Link } from 'react-router'
import { countOf } from '#app/shared/counts.ts'
import { formatDateOfWeek } from '#app/shared/dates.ts'
import { paths } from '#app/shared/paths.ts'

type Props = { page: number; day: string | undefined; totalDeals: number }

/** There is nothing to list here, and perhaps elsewhere. */
export function NoDeals({ page, day, totalDeals }: Props) {
  const { title, lead, hasOthers } = wordsFor(page, day, totalDeals)
  return (
    <div className="wrap solo">
      <p className="caps">Daily deals</p>
      <h1 className="headline max-w-[16ch]">{title}</h1>
      <p className="lead">{lead}</p>
      {hasOthers && (
        <Link className="button" to={paths.dailyDeals()}>
          Start with the newest
        </Link>
      )}
    </div>
  )
}

function wordsFor(page: number, day: string | undefined, totalDeals: number) {
  if (totalDeals > 0) {
    const what = day ? 'that day' : 'the feed'
    return {
      title: 'The feed ends before here',
      lead: `There is no page ${page}: ${what} has ${countOf(totalDeals, 'deal')}.`,
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
