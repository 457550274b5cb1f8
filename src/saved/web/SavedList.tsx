import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, use, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { AccountFailure } from '#app/accounts/web/AccountFailure.tsx'
import type { FilterProblem } from '#app/deals/filters/filters.facts.ts'
import { DealCard } from '#app/deals/web/cards/DealCard.tsx'
import { filtersOf, whatOf, withoutKind } from '#app/deals/web/filters/choosing.rules.ts'
import { withoutInWords } from '#app/deals/web/filters/words.copy.ts'
import {
  useHasHadTrial,
  useViewerClass,
  type ViewerClass,
} from '#app/membership/web/subscription.ts'
import type { RemovedOver, SavedDeal, SavedDeals } from '#app/saved/saved.contract.ts'
import { SAVED_PAGE_SIZE, SAVED_SORTS, type SavedSort } from '#app/saved/saved.facts.ts'
import { countOf } from '#app/shared/counts.ts'
import { paths } from '#app/shared/paths.ts'
import { CardSkeleton } from '#app/ui/CardSkeleton.tsx'
import { ApiError, browserApi } from '#app/web/api/api.ts'
import { failedChange } from '#app/web/api/failed-change.ts'
import { tagged } from '#app/web/api/query-keys.ts'
import { onServerEvent } from '#app/web/events.ts'
import { keepsFocus } from '#app/web/page/keeps-focus.ts'
import { PageLink } from '#app/web/page/PageLink.tsx'
import { Pages } from '#app/web/page/Pages.tsx'
import { ProblemScreen } from '#app/web/page/ProblemScreen.tsx'
import { useReturnPath } from '#app/web/page/use-return-path.ts'
import { showToast } from '#app/web/toasts/toasts.ts'
import { overInWords, SORT_WORDS, savedChange } from './changes.copy.ts'
import { OF_SAVED_LIST, removeOverCall, savedIdsQuery, savedQuery } from './queries.ts'
import { RemovedCard, UnlistedCard } from './SavedCards.tsx'
import { SavedFilters } from './SavedFilters.tsx'
import { SavedIdsContext, useIsSaved } from './saved-ids.ts'
import { TakeAlong } from './TakeAlong.tsx'
import { TellMeAt } from './TellMeAt.tsx'

type Props = { sort: SavedSort; page: number; what: string }
type ListProps = Props & {
  problems: FilterProblem[]
  /** What a form without JavaScript has just removed. */
  justRemoved: RemovedOver | undefined
  /** The single deal removed that way; its card, which would offer to undo, is no longer on the page. */
  takenOff: string | undefined
}

export function SavedList({ sort, page, what, problems, justRemoved, takenOff }: ListProps) {
  const [removed, setRemoved] = useState(justRemoved)
  const { data, error } = useQuery<SavedDeals>(savedQuery({ sort, page, what }))
  const viewer = useViewerClass()
  const ids = use(SavedIdsContext)
  useFreshOnceSavedElsewhere(data, ids)
  if (!data && error) {
    const why = error instanceof ApiError && error.status === 429 ? error.serverText : undefined
    return (
      <AccountFailure
        eyebrow="Saved"
        why={why}
        href={paths.saved(sort, page, what)}
        subject="saved deals"
      />
    )
  }
  if (data?.total === 0 && !removed && !takenOff) return <NothingSaved />
  const matching = data?.matching ?? 0
  const pages = Math.ceil(matching / SAVED_PAGE_SIZE)
  const isNarrowed = data !== undefined && what !== ''
  // The header's count, which is in sync across tabs: removed deals keep their place but do not count.
  const total = countOf(ids?.size ?? data?.total ?? 0, 'deal')
  return (
    <div className="wrap py-8 lg:py-14" ref={keepsFocus}>
      <header className="mb-8 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <h1 className="headline">Saved</h1>
        {data && (
          <p className="text-sm text-ink-soft" role="status">
            {matching < data.total ? `${matching} of ${total}` : total}
          </p>
        )}
      </header>
      {data && viewer !== 'member' && <ForMembers asleep={data.asleep} viewer={viewer} />}
      {data && data.total > 1 && <Sorts sort={sort} what={what} />}
      {data && (data.total > 1 || isNarrowed || problems.length > 0) && (
        <SavedFilters
          {...{ sort, what }}
          isMember={viewer === 'member'}
          facets={{ ...data.facets, leftOut: [...problems, ...(data.facets.leftOut ?? [])] }}
        />
      )}
      {removed && <Removed {...removed} onUndone={() => setRemoved(undefined)} />}
      {takenOff && !ids?.has(takenOff) && <TakenOff dealId={takenOff} />}
      {data && data.ended + data.unlisted > 0 && (
        <Over {...data} path={paths.saved(sort, page, what)} what={what} onRemoved={setRemoved} />
      )}
      {isNarrowed && matching === 0 && (
        <NothingFits sort={sort} what={what} without={data.facets.without} />
      )}
      {data?.saved.length === 0 && matching > 0 && (
        <p className="lead">
          The list ends before here.{' '}
          <Link className="link" to={paths.saved(sort, 1, what)}>
            Start with the first
          </Link>
        </p>
      )}
      <h2 className="sr">The list</h2>
      <ul className="cards">
        {data
          ? data.saved.map((each) => <Entry key={each.dealId} entry={each} />)
          : Array.from({ length: 6 }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: skeletons are all alike.
              <li key={index}>
                <CardSkeleton />
              </li>
            ))}
      </ul>
      <Pages page={page} pages={pages} pathOf={(each) => paths.saved(sort, each, what)} />
      {data && <TakeAlong />}
    </div>
  )
}

/** Refetches the list if another page has saved a deal that is missing here. */
function useFreshOnceSavedElsewhere(
  data: SavedDeals | undefined,
  ids: ReadonlySet<string> | undefined,
) {
  const queryClient = useQueryClient()
  const known = useRef(ids)
  useEffect(() => {
    const before = known.current
    known.current = ids
    if (!before || !ids || !data) return
    const listed = new Set(data.saved.map(({ dealId }) => dealId))
    const isElsewhere = [...ids].some((id) => !before.has(id) && !listed.has(id))
    if (isElsewhere) void queryClient.invalidateQueries(tagged(OF_SAVED_LIST))
  }, [queryClient, data, ids])
  // A heart pressed just before may have been stored after the list was read.
  const isShort = data !== undefined && ids !== undefined && ids.size > data.total
  useEffect(() => {
    if (!isShort) return
    const readAgain = () => void queryClient.invalidateQueries(tagged(OF_SAVED_LIST))
    readAgain()
    return onServerEvent('saved', readAgain)
  }, [queryClient, isShort])
}

/** Explains what is locked in the list, and what waits for a membership. */
function ForMembers({ asleep, viewer }: Pick<SavedDeals, 'asleep'> & { viewer: ViewerClass }) {
  const hasHadTrial = useHasHadTrial()
  const next = useReturnPath()
  const waiting = `${countOf(asleep, 'price')} you want to be told at ${asleep === 1 ? 'waits' : 'wait'} for a membership.`
  return (
    <p className="notice mb-8 flex flex-wrap items-baseline gap-x-6">
      <span>
        The list stays yours. What is locked in it opens with a membership.
        {asleep > 0 && ` ${waiting}`}
      </span>
      {viewer === 'past-due' ? (
        <PageLink className="text-button" to={paths.account()}>
          Fix your payment
        </PageLink>
      ) : (
        <PageLink className="text-button" to={paths.joinNow(next)}>
          {hasHadTrial ? 'Join again' : 'Start your free trial'}
        </PageLink>
      )}
    </p>
  )
}

function Entry({ entry }: { entry: SavedDeal }) {
  const isSaved = useIsSaved(entry.dealId)
  const viewer = useViewerClass()
  const { deal } = entry
  // A removed deal keeps its place until the page is opened again, so that it can be restored.
  if (!isSaved) return <RemovedCard entry={entry} />
  if (!deal) return <UnlistedCard entry={entry} />
  const card = { deal, note: savedChange(entry) }
  if (viewer !== 'member' || deal.state !== 'live') return <DealCard as="li" {...card} />
  return (
    <li>
      <DealCard {...card} />
      <TellMeAt entry={entry} />
    </li>
  )
}

function Sorts({ sort, what }: Omit<Props, 'page'>) {
  return (
    <nav className="feed-bar" aria-label="Order">
      {SAVED_SORTS.map((each) => (
        <Link
          key={each}
          to={paths.saved(each, 1, what)}
          className="sort"
          aria-current={each === sort || undefined}
          discover="none"
          preventScrollReset
        >
          {SORT_WORDS[each]}
        </Link>
      ))}
    </nav>
  )
}

type OverProps = Pick<SavedDeals, 'ended' | 'unlisted'> & {
  path: string
  what: string
  onRemoved: (removed: RemovedOver) => void
}

function Over({ ended, unlisted, path, what, onRemoved }: OverProps) {
  const { isBusy, change } = useChange('Not removed')

  async function removeThem(event: FormEvent) {
    event.preventDefault()
    await change(async () => {
      const response = await browserApi.request('DELETE', removeOverCall(what))
      onRemoved((await response.json()) as RemovedOver)
    })
  }

  return (
    <form method="post" action={path} className="notice mb-8" onSubmit={removeThem}>
      <span>{overInWords({ ended, unlisted })}</span>{' '}
      <button
        type="submit"
        name="remove-unlisted"
        className="text-button"
        aria-busy={isBusy}
        aria-disabled={isBusy}
      >
        Remove all that ended
      </button>
    </form>
  )
}

/** Shows what has just been removed, with a button to undo it. */
function Removed({ removed, at, onUndone }: RemovedOver & { onUndone: () => void }) {
  const { isBusy, change } = useChange('Not brought back')

  async function bringBack(event: FormEvent) {
    event.preventDefault()
    await change(async () => {
      await browserApi.request('PUT', '/api/saved/unlisted', { at })
      onUndone()
    })
  }

  return (
    <form method="post" action={paths.saved()} className="notice mb-8" onSubmit={bringBack}>
      <span role="status">{`${countOf(removed, 'deal')} removed.`}</span>{' '}
      <button
        type="submit"
        name="bring-back"
        value={at}
        className="text-button"
        aria-busy={isBusy}
        aria-disabled={isBusy}
      >
        Undo
      </button>
    </form>
  )
}

/** The undo notice without JavaScript; with it, the card stays in place and offers to undo. */
function TakenOff({ dealId }: { dealId: string }) {
  return (
    <form method="post" action={paths.saved()} className="notice mb-8">
      <span role="status">{`${countOf(1, 'deal')} removed.`}</span>{' '}
      <button type="submit" name="put-back" value={dealId} className="text-button">
        Undo
      </button>
    </form>
  )
}

/** Runs a bulk change, then refetches the list and the hearts. */
function useChange(failed: string) {
  const queryClient = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)

  async function change(call: () => Promise<void>) {
    setIsBusy(true)
    try {
      await call()
    } catch (error) {
      showToast(failedChange(error, failed))
    } finally {
      await queryClient.invalidateQueries(tagged(OF_SAVED_LIST))
      await queryClient.invalidateQueries(savedIdsQuery)
      setIsBusy(false)
    }
  }

  return { isBusy, change }
}

type NothingFitsProps = Omit<Props, 'page'> & { without: SavedDeals['facets']['without'] }

/** Suggests which filter to drop, with the number of deals that would then match. */
function NothingFits({ sort, what, without }: NothingFitsProps) {
  const filters = filtersOf(what)
  return (
    <div className="nothing">
      <h2 className="title">Nothing you saved fits all of this</h2>
      {without.length > 0 && (
        <ul>
          {without.map((each) => (
            <li key={`${each.name} ${each.value}`}>
              <Link
                className="link"
                to={paths.saved(sort, 1, whatOf(withoutKind(filters, each.name)))}
                discover="none"
              >
                {withoutInWords(each)}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Link className="button button-quiet" to={paths.saved(sort)} discover="none">
        Clear all
      </Link>
    </div>
  )
}

function NothingSaved() {
  return (
    <ProblemScreen
      eyebrow="Saved"
      title="Nothing kept yet"
      actions={
        <Link className="button" to={paths.dailyDeals()}>
          See today’s deals
        </Link>
      }
    >
      <p className="lead">
        Press the heart of a deal, and it stands here with the price of that day.
      </p>
    </ProblemScreen>
  )
}
