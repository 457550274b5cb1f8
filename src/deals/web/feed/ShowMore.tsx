import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { feedPath } from '#app/deals/web/filters/choosing.rules.ts'
import { loadFeedPage } from '#app/deals/web/queries.ts'
import { Button } from '#app/ui/Button.tsx'
import { ApiError } from '#app/web/api/api.ts'
import { useHydrated } from '#app/web/use-hydrated.ts'
import { endInWords } from './days.rules.ts'

type Props = {
  page: number
  what: string
  hasNextPage: boolean
  shown: number
  totalDeals: number
}

/** The first deal of the page that was asked for last. */
export const FIRST_OF_MORE = 'more'

const LOST = 'More deals could not be loaded. Try again in a moment.'

/** How much of the feed is on the screen, and the way to more: a link until scripts are there. */
export function ShowMore({ page, what, hasNextPage, shown, totalDeals }: Props) {
  const isHydrated = useHydrated()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const next = feedPath(what, page + 1)

  async function showMore() {
    setIsBusy(true)
    setFailure(undefined)
    try {
      await loadFeedPage(queryClient, page + 1, what)
      await navigate(next, { replace: true, preventScrollReset: true })
    } catch (error) {
      console.error('Could not load more deals', error)
      const isTooMuch = error instanceof ApiError && error.status === 429
      setFailure((isTooMuch && error.serverText) || LOST)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <div className="mt-18 grid justify-items-center gap-6 text-center">
      <p className="text-sm text-ink-soft tabular-nums" role="status">
        {hasNextPage ? (
          <>
            <span className="sr">Showing </span>
            {`${shown} of ${totalDeals}`}
            <span className="sr"> deals</span>
          </>
        ) : (
          totalDeals > 0 && endInWords(totalDeals)
        )}
      </p>
      {hasNextPage &&
        (isHydrated ? (
          <Button variant="quiet" isBusy={isBusy} onClick={showMore}>
            Show More Deals
          </Button>
        ) : (
          <a className="button button-quiet" href={`${next}#${FIRST_OF_MORE}`}>
            Show More Deals
          </a>
        ))}
      {failure && (
        <p className="field-error" role="alert">
          {failure}
        </p>
      )}
    </div>
  )
}
