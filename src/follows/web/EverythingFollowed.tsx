import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { Link } from 'react-router'
import type { Follow, Follows } from '#app/follows/follows.contract.ts'
import { countOf } from '#app/shared/counts.ts'
import { paths } from '#app/shared/paths.ts'
import { browserApi } from '#app/web/api/api.ts'
import { failedChange } from '#app/web/api/failed-change.ts'
import { keepsFocus } from '#app/web/page/keeps-focus.ts'
import { showToast } from '#app/web/toasts/toasts.ts'
import { followsQuery } from './queries.ts'

/** Lists all follows and hidden items, including those chosen elsewhere, with a button to remove each. */
export function EverythingFollowed() {
  const { data } = useQuery<Follows | null>(followsQuery)
  const follows = data?.follows ?? []
  return (
    <section
      ref={keepsFocus}
      id="followed"
      className="mt-14 max-w-[40rem] scroll-mt-28"
      tabIndex={-1}
    >
      <h2 className="title mb-2">What you follow now</h2>
      {follows.length === 0 ? (
        <p className="text-sm text-ink-soft">
          Nothing yet. Choose above, or press ‘Follow’ where you see a brand or a category.
        </p>
      ) : (
        <>
          <p className="mb-4 text-sm text-ink-soft">
            {`${countOf(follows.length, 'choice')}, of ${data?.most} that there is room for.`}
          </p>
          <ul>
            {follows.map((each) => (
              <Entry key={each.id || `${each.kind} ${each.value}`} follow={each} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

const KINDS: Record<Follow['kind'], string> = {
  brand: 'Brand',
  category: 'Category',
  retailer: 'Retailer',
  search: 'Search',
}

function Entry({ follow }: { follow: Follow }) {
  const queryClient = useQueryClient()
  const { id, kind, value, label, isHidden, isAsleep } = follow
  async function end(event: FormEvent) {
    event.preventDefault()
    try {
      await browserApi.request('DELETE', `/api/follows/${encodeURIComponent(id)}`)
    } catch (error) {
      showToast(failedChange(error))
    } finally {
      await queryClient.invalidateQueries(followsQuery)
    }
  }
  return (
    <li className="flex items-center gap-4 border-b border-hairline py-1 text-sm">
      <span className="min-w-0 flex-1 wrap-anywhere">
        {kind === 'search' && value ? (
          <Link className="link" to={paths.search(value)} discover="none">
            {label}
          </Link>
        ) : (
          label
        )}
        <span className="block text-ink-soft">
          {KINDS[kind]}
          {isHidden && ', left out'}
          {isAsleep && ', waits for a membership'}
        </span>
      </span>
      {/* A new follow has no id until the response arrives. */}
      {id !== '' && (
        <form method="post" action={paths.forYou()} onSubmit={end}>
          <input type="hidden" name="from" value={paths.forYouSetup()} />
          <button type="submit" name="end" value={id} className="text-button">
            {isHidden ? 'Show again' : 'Unfollow'}
            <span className="sr"> {label}</span>
          </button>
        </form>
      )}
    </li>
  )
}
