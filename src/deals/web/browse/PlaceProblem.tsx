import { DEALS_UNREACHED } from '#app/web/api/unreached.copy.ts'
import { MissingPage } from '#app/web/page/MissingPage.tsx'
import { ProblemScreen } from '#app/web/page/ProblemScreen.tsx'
import { TryAgain } from '#app/web/page/TryAgain.tsx'

type Props = { problem: 'missing' | 'failed'; why: string | undefined; href: string }

/** Distinguishes a missing place from one that could not be loaded. */
export function PlaceProblem({ problem, why = DEALS_UNREACHED, href }: Props) {
  if (problem === 'missing') return <MissingPage />
  return (
    <ProblemScreen title="Failed to fetch this page" actions={<TryAgain href={href} />}>
      <p className="lead" role="alert">
        {why}
      </p>
    </ProblemScreen>
  )
}
