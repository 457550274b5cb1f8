import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#app/ui/Button.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { ApiError } from '#app/web/api/api.ts'

type Props = {
  /** The address of the next page, and the function that loads it into the cache. */
  next: string
  loadNext: () => Promise<unknown>
  hasNextPage: boolean
  shown: number
  totalDeals: number
  /** The text at the end of the list. */
  end: string | undefined
}

/** The first deal of the page loaded last. */
export const FIRST_OF_MORE = 'more'

const LOST = 'More deals could not be loaded. Try again in a moment.'

/** How much of a list is shown, and the way to more: a plain link before hydration. */
export function ShowMore({ next, loadNext, hasNextPage, shown, totalDeals, end }: Props) {
  const isHydrated = useHydrated()
  const navigate = useNavigate()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function showMore() {
    setIsBusy(true)
    setFailure(undefined)
    try {
      await loadNext()
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
          end
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
