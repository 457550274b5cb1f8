import { useRevalidator } from 'react-router'
import { Button } from '#app/ui/Button.tsx'
import { Problem } from '#app/web/Problem.tsx'
import { paths } from '#app/web/paths.ts'
import { useHydrated } from '#app/web/use-hydrated.ts'

/** The feed could not be read: say so and offer another try. */
export function FeedFailure({ page }: { page: number }) {
  const { revalidate, state } = useRevalidator()
  const isHydrated = useHydrated()
  return (
    <Problem
      eyebrow="Daily deals"
      title="Failed to fetch deals"
      actions={
        isHydrated ? (
          <Button isBusy={state === 'loading'} onClick={() => revalidate()}>
            Try again
          </Button>
        ) : (
          <a className="button" href={paths.dailyDeals(page)}>
            Try again
          </a>
        )
      }
    >
      <p className="lead" role="alert">
        It is us or the line in between. The deals are still there.
      </p>
    </Problem>
  )
}
