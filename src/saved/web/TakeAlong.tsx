import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useActionData } from 'react-router'
import type { SavedFeed } from '#app/saved/saved.contract.ts'
import { formatDateAt } from '#app/shared/dates.ts'
import { paths } from '#app/shared/paths.ts'
import { Button } from '#app/ui/Button.tsx'
import { browserApi } from '#app/web/api/api.ts'
import { failedChange } from '#app/web/api/failed-change.ts'
import { showToast } from '#app/web/toasts/toasts.ts'
import { savedFeedQuery } from './queries.ts'

/** Offers the list for use elsewhere: as a file, and as a feed with a private link. */
export function TakeAlong() {
  const { data: known } = useQuery<SavedFeed | null>(savedFeedQuery)
  const made = useActionData<{ feed?: SavedFeed }>()?.feed
  const { isBusy, change } = useFeedLink()
  // The link created by a form without JavaScript, until there is a newer one.
  const isOfThis = made !== undefined && made.createdAt === known?.createdAt
  const feed = known?.links == null && isOfThis ? made : known
  return (
    <section className="mt-18 grid max-w-[38rem] gap-4 border-t border-hairline pt-8 text-sm">
      <h2 className="caps">Take it along</h2>
      <p>
        <a className="link text-sm" href={paths.savedCsv()} download>
          Download as CSV
        </a>
      </p>
      <p className="text-ink-soft">
        A private link shows this list in your feed reader, and what ends of it in your calendar,
        with no more than you may see at that moment. Whoever has the link can read it.
      </p>
      {feed?.links && (
        <div className="grid gap-3" role="status">
          <FeedLink label="RSS" address={feed.links.rss} />
          <FeedLink label="JSON feed" address={feed.links.json} />
          <FeedLink label="Calendar of what ends" address={feed.links.ics} />
          <p className="text-ink-soft">Keep them now: they are not shown again.</p>
        </div>
      )}
      <form
        method="post"
        action={paths.saved()}
        className="flex flex-wrap items-center gap-x-6 gap-y-2"
        onSubmit={change}
      >
        {feed?.createdAt && !feed.links && (
          <span className="text-ink-soft">There is one since {formatDateAt(feed.createdAt)}.</span>
        )}
        <Button type="submit" variant="quiet" name="link" value="make" isBusy={isBusy}>
          {feed?.createdAt ? 'Make another, and end this one' : 'Make a private link'}
        </Button>
        {feed?.createdAt && (
          <button type="submit" name="link" value="end" className="text-button">
            End the link
          </button>
        )}
      </form>
    </section>
  )
}

function FeedLink({ label, address }: { label: string; address: string }) {
  return (
    <div>
      <p className="text-ink-soft">{label}</p>
      <p className="wrap-anywhere">
        <a className="link" href={address} rel="noreferrer">
          {address}
        </a>
      </p>
    </div>
  )
}

function useFeedLink() {
  const queryClient = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)

  async function change(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const pressed = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null
    const method = pressed?.value === 'end' ? 'DELETE' : 'POST'
    setIsBusy(true)
    try {
      const response = await browserApi.request(method, '/api/saved/feed')
      const none: SavedFeed = { createdAt: null, links: null }
      const feed = method === 'POST' ? ((await response.json()) as SavedFeed) : none
      queryClient.setQueryData(savedFeedQuery.queryKey, feed)
    } catch (error) {
      await queryClient.invalidateQueries(savedFeedQuery)
      showToast(failedChange(error))
    } finally {
      setIsBusy(false)
    }
  }

  return { isBusy, change }
}
