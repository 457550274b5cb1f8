import '#app/admin/web/candidates/candidates.css'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { adminPaths } from '#app/admin/paths.facts.ts'
import { candidatesPath, productFeedsPath } from '#app/admin/sourcing-paths.facts.ts'
import { askedCandidates, candidatesSearch } from '#app/admin/web/candidates/address.rules.ts'
import { CandidateRow } from '#app/admin/web/candidates/CandidateRow.tsx'
import { chosenNow } from '#app/admin/web/candidates/choosing.rules.ts'
import { useDismissing } from '#app/admin/web/candidates/dismissing.ts'
import { PoolActions } from '#app/admin/web/candidates/PoolActions.tsx'
import { PoolFilters } from '#app/admin/web/candidates/PoolFilters.tsx'
import { loadPool, poolQuery } from '#app/admin/web/candidates/queries.ts'
import { pickedInWords } from '#app/admin/web/candidates/words.copy.ts'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import { changeFailureText } from '#app/admin/web/shell/failures.ts'
import { IntoEdition } from '#app/admin/web/shell/IntoEdition.tsx'
import { NotRead } from '#app/admin/web/shell/NotRead.tsx'
import { backOfficePage } from '#app/admin/web/shell/page-head.ts'
import { refreshDeals } from '#app/admin/web/shell/refresh-deals.ts'
import { loadAdminSession } from '#app/admin/web/shell/session.ts'
import type { PickedCandidates } from '#app/product-feeds/product-feeds.contract.ts'
import { MOST_PICKED_AT_ONCE } from '#app/product-feeds/product-feeds.facts.ts'
import { countOf } from '#app/shared/counts.ts'
import { Button } from '#app/ui/Button.tsx'
import { apiContext, browserApi } from '#app/web/api/api.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'

export const handle = backOfficePage('Candidates')

export async function loader({ request, context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  const { isOpen } = await loadAdminSession(queryClient)
  const asked = askedCandidates(new URL(request.url).searchParams)
  if (isOpen) await loadPool(queryClient, context.get(apiContext), asked)
  return null
}

/** The candidates of product feeds, to search and pick from; picking makes drafts and publishes nothing. */
export function Component() {
  const [search] = useSearchParams()
  const asked = askedCandidates(search)
  const address = candidatesSearch(asked)
  const queryClient = useQueryClient()
  const pool = useInfiniteQuery(poolQuery(browserApi, asked))
  const [first] = pool.data?.pages ?? []
  const read = pool.data?.pages.flatMap((page) => page.candidates)
  const [chosen, setChosen] = useState<{ address: string; ids: ReadonlySet<number> }>()
  const [isPicking, setPicking] = useState(false)
  const [said, setSaid] = useState<{ words: string; made: PickedCandidates['made'] }>()
  const [failure, setFailure] = useState('')
  const lastChosen = useRef<number>(undefined)
  const heading = useRef<HTMLHeadingElement>(null)
  // A selection applies only to the list it was made in.
  const ids = chosen?.address === address ? chosen.ids : NONE
  const bar = useRef<HTMLParagraphElement>(null)
  const dismissing = useDismissing({
    candidates: read ?? [],
    address,
    bar,
    onDone: (done) =>
      setChosen((all) => {
        return all && { ...all, ids: new Set([...all.ids].filter((id) => !done.includes(id))) }
      }),
  })
  const candidates = read && dismissing.shown
  const isBusy = isPicking || dismissing.isBusy

  function choose(id: number, isChosen: boolean, isRange: boolean) {
    const from = isRange ? lastChosen.current : undefined
    lastChosen.current = id
    setChosen({ address, ids: chosenNow(candidates ?? [], { before: ids, id, isChosen, from }) })
  }

  async function pick(picked: number[], isAnyway: boolean) {
    setPicking(true)
    setFailure('')
    dismissing.close()
    try {
      const url = `${ADMIN_CALLS.candidates}/pick`
      const response = await browserApi.request('POST', url, { ids: picked, isAnyway })
      const answer = (await response.json()) as PickedCandidates
      setSaid({ words: pickedInWords(answer), made: answer.made })
      setChosen(undefined)
      await refreshDeals(queryClient)
      // The pressed button is gone from the list.
      heading.current?.focus()
    } catch (error) {
      setFailure(changeFailureText(error))
      // Drafts may have been made in spite of the error.
      await refreshDeals(queryClient)
    }
    setPicking(false)
  }

  return (
    <>
      <h1 className="title admin-title" ref={heading} tabIndex={-1}>
        Candidates
      </h1>
      <p className="soft pool-about">
        What{' '}
        <Link className="text-link" to={productFeedsPath()} discover="none">
          product feeds
        </Link>{' '}
        offer. What you pick becomes a draft with all that the feed says of it. What you dismiss
        stays out until you bring it back.
      </p>
      <PoolFilters asked={asked} found={first} />
      {!candidates && (
        <NotRead href={candidatesPath() + address}>The candidates could not be read.</NotRead>
      )}
      {first && candidates && (
        <>
          <p className="pool-count">
            <span role="status">{countOf(first.total, 'candidate')}</span>
            {address !== '' && (
              <Link className="text-link" to={candidatesPath()} discover="none">
                Show all
              </Link>
            )}
          </p>
          {said && (
            <p className="pool-said" role="status">
              {said.words}{' '}
              {said.made.length > 0 && (
                <Link
                  className="text-link"
                  to={`${adminPaths.deals()}?ids=${said.made.map(({ dealId }) => dealId).join(',')}#manage-deals`}
                  discover="none"
                >
                  {said.made.length === 1 ? 'See it' : 'See them'}
                </Link>
              )}
            </p>
          )}
          {said && said.made.length > 0 && (
            <IntoEdition
              key={said.made[0]?.dealId}
              count={said.made.length}
              idsOf={async () => said.made.map(({ dealId }) => dealId)}
            />
          )}
          {candidates.length === 0 && (
            <p className="soft admin-empty">{EMPTY[address] ?? 'No candidate is like that.'}</p>
          )}
          <ul className="pool">
            {candidates.map((candidate) => (
              <CandidateRow
                key={candidate.id}
                candidate={candidate}
                isChosen={ids.has(candidate.id)}
                isBusy={isBusy}
                onChoose={(isChosen, isRange) => choose(candidate.id, isChosen, isRange)}
                onPick={(isAnyway) => void pick([candidate.id], isAnyway)}
                onDismiss={() => void dismissing.one('dismiss', candidate)}
                onBringBack={() => void dismissing.one('bring-back', candidate)}
              />
            ))}
          </ul>
          {pool.hasNextPage && (
            <p className="pool-more">
              <Button
                variant="tool"
                isBusy={pool.isFetchingNextPage}
                onClick={() => void pool.fetchNextPage()}
              >
                Show more
              </Button>
            </p>
          )}
        </>
      )}
      <PoolActions
        chosen={ids.size}
        isDismissed={asked.isDismissed}
        isBusy={isBusy}
        words={dismissing.words}
        wordsRef={bar}
        failure={failure || dismissing.failure}
        hasKey={dismissing.hasKey}
        onPick={() => void pick([...ids].slice(0, MOST_PICKED_AT_ONCE), false)}
        onDismiss={() => void dismissing.many('dismiss', [...ids])}
        onBringBack={() => void dismissing.many('bring-back', [...ids])}
        onChooseNone={() => setChosen(undefined)}
        onUndo={dismissing.undo && (() => void dismissing.undo?.())}
        onClose={() => {
          setFailure('')
          dismissing.close()
        }}
      />
      <p className="sr" role="status">
        {dismissing.words}
      </p>
    </>
  )
}

const EMPTY: Record<string, string> = {
  '': 'There is no candidate now: they come with product feeds.',
  '?dismissed=only': 'No candidate is dismissed.',
}
const NONE: ReadonlySet<number> = new Set()
