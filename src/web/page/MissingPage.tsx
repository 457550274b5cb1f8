import { Link } from 'react-router'
import { paths } from '#app/shared/paths.ts'
import type { Head } from './head.ts'
import { ProblemScreen } from './ProblemScreen.tsx'

export const MISSING_HEAD: Head = {
  title: '404 Page Not Found',
  description: 'There is no page at this address.',
  isHidden: true,
}

/** The page at every address that does not exist. */
export function MissingPage() {
  return (
    <ProblemScreen
      title="404 Page Not Found"
      actions={
        <>
          <Link className="button" to={paths.dailyDeals()}>
            See today’s deals
          </Link>
          <Link className="link text-sm" to={paths.home()}>
            Return to Homepage
          </Link>
        </>
      }
    >
      <p className="lead">Last season, perhaps. There is nothing at this address now.</p>
    </ProblemScreen>
  )
}
