import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { FIRST_ROW } from '#app/deals/web/cards/first-rows.ts'
import type { ForYou } from '#app/follows/follows.contract.ts'
import { FOR_YOU_DAYS, FOR_YOU_PAGE_SIZE } from '#app/follows/follows.facts.ts'
import { countOf } from '#app/shared/counts.ts'
import { paths } from '#app/shared/paths.ts'
import { CardSkeleton } from '#app/ui/CardSkeleton.tsx'
import { ApiError } from '#app/web/api/api.ts'
import { DEALS_UNREACHED } from '#app/web/api/unreached.copy.ts'
import { keepsFocus } from '#app/web/page/keeps-focus.ts'
import { Pages } from '#app/web/page/Pages.tsx'
import { ProblemScreen } from '#app/web/page/ProblemScreen.tsx'
import { TryAgain } from '#app/web/page/TryAgain.tsx'
import { ForYouCard } from './ForYouCard.tsx'
import { forYouQuery } from './page-queries.ts'
import { useTakenAway } from './taken-away.ts'

type Props = {
  page: number
  /** The deal hidden just before by a form without JavaScript. */
  without: string | undefined
}

export function ForYouDeals({ page, without }: Props) {
  const { data, error } = useQuery<ForYou>(forYouQuery({ page, without }))
  const taken = useTakenAway(data)
  if (!data && error) return <NotRead page={page} error={error} />
  if (data?.total === 0 && without === undefined) return <NothingFits isSetUp={data.isSetUp} />
  const pages = Math.ceil((data?.total ?? 0) / FOR_YOU_PAGE_SIZE)
  return (
    <div className="wrap py-8 lg:py-14" ref={keepsFocus}>
      <header className="mb-3 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <h1 className="headline">For you</h1>
        {data && (
          <p className="text-sm text-ink-soft">
            {`${countOf(taken.total ?? data.total, 'deal')} of the last ${FOR_YOU_DAYS} days`}
          </p>
        )}
      </header>
      <p className="mb-8 flex flex-wrap items-baseline gap-x-6 text-sm text-ink-soft">
        <span>
          {data?.isSetUp === false
            ? 'By what you follow and have saved, else the newest first.'
            : 'By what you have said, and nothing else.'}
        </span>
        <Link className="text-button inline-flex items-center" to={paths.forYouSetup()}>
          {data?.isSetUp === false ? 'Say what you want' : 'Change what you want'}
        </Link>
      </p>
      {data && data.asleep > 0 && (
        <p className="notice mb-8">
          {`${countOf(data.asleep, 'choice')} of yours ${data.asleep === 1 ? 'rests' : 'rest'} on a membership and ${data.asleep === 1 ? 'waits' : 'wait'} for one.`}
        </p>
      )}
      {data?.takenAway !== undefined && <TakenAway dealId={data.takenAway} />}
      {data && without !== undefined && data.takenAway === undefined && (
        <p className="notice mb-8">That deal is not among those you have taken away.</p>
      )}
      {data?.deals.length === 0 && data.total > 0 && (
        <p className="lead">
          The list ends before here.{' '}
          <Link className="link" to={paths.forYou()}>
            Start with the first
          </Link>
        </p>
      )}
      <h2 className="sr">The deals</h2>
      <ul className="cards">
        {data
          ? data.deals.map((each, index) => (
              <ForYouCard key={each.deal.id} {...each} isEager={index < FIRST_ROW} taken={taken} />
            ))
          : Array.from({ length: 6 }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: skeletons are all alike.
              <li key={index}>
                <CardSkeleton />
              </li>
            ))}
      </ul>
      <Pages page={page} pages={pages} pathOf={paths.forYou} />
    </div>
  )
}

function TakenAway({ dealId }: { dealId: string }) {
  return (
    <form
      method="post"
      action={paths.forYou()}
      className="notice mb-8 flex flex-wrap items-baseline gap-x-6"
    >
      <input type="hidden" name="from" value={paths.forYou()} />
      <span>Taken away.</span>
      <button type="submit" name="undo" value={dealId} className="text-button">
        Undo
      </button>
      <Link className="text-button" to={paths.deal(dealId)}>
        Hide its brand, on its page
      </Link>
    </form>
  )
}

function NotRead({ page, error }: { page: number; error: Error }) {
  const why = error instanceof ApiError && error.status === 429 ? error.serverText : undefined
  return (
    <ProblemScreen
      eyebrow="For you"
      title="Failed to fetch deals"
      actions={<TryAgain href={paths.forYou(page)} />}
    >
      <p className="lead" role="alert">
        {why ?? DEALS_UNREACHED}
      </p>
    </ProblemScreen>
  )
}

function NothingFits({ isSetUp }: { isSetUp: boolean }) {
  return (
    <ProblemScreen
      eyebrow="For you"
      title={isSetUp ? 'Nothing fits just now' : 'What is for you?'}
      actions={
        <>
          <Link className="button" to={paths.forYouSetup()}>
            {isSetUp ? 'Change what you want' : 'Say what you want'}
          </Link>
          <Link className="link text-sm" to={paths.dailyDeals()}>
            {isSetUp ? 'See all deals' : 'Later'}
          </Link>
        </>
      }
    >
      <p className="lead">
        {isSetUp
          ? `No living deal of the last ${FOR_YOU_DAYS} days is what you asked for. New ones come every morning.`
          : 'Two minutes: brands, categories, sizes, the most you want to pay. Then the deals that fit stand here, each with why.'}
      </p>
    </ProblemScreen>
  )
}
