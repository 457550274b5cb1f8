import { MissingPage } from '#app/web/page/MissingPage.tsx'
import { ProblemScreen } from '#app/web/page/ProblemScreen.tsx'
import { TryAgain } from '#app/web/page/TryAgain.tsx'

type Props = { problem: 'missing' | 'failed'; why: string | undefined; href: string }

const LOST = 'It is us or the line in between. The deals are still there.'

/** There is no such place, or it could not be read: the one says nothing of the other. */
export function PlaceProblem({ problem, why = LOST, href }: Props) {
  if (problem === 'missing') return <MissingPage />
  return (
    <ProblemScreen title="Failed to fetch this page" actions={<TryAgain href={href} />}>
      <p className="lead" role="alert">
        {why}
      </p>
    </ProblemScreen>
  )
}
