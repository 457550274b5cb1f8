import { paths } from '#app/shared/paths.ts'
import { Problem } from '#app/web/page/Problem.tsx'
import { TryAgain } from '#app/web/page/TryAgain.tsx'

/** The feed could not be read: say so and offer another try. */
export function FeedFailure({ page }: { page: number }) {
  return (
    <Problem
      eyebrow="Daily deals"
      title="Failed to fetch deals"
      actions={<TryAgain href={paths.dailyDeals(page)} />}
    >
      <p className="lead" role="alert">
        It is us or the line in between. The deals are still there.
      </p>
    </Problem>
  )
}
