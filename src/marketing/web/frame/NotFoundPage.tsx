import { data, Link } from 'react-router'
import { paths } from '#app/shared/paths.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { ProblemScreen } from '#app/web/page/ProblemScreen.tsx'

export const handle: PageHandle = {
  head: () => ({
    title: '404 Page Not Found',
    description: 'There is no page at this address.',
  }),
}

export function loader() {
  return data(null, { status: 404 })
}

export function Component() {
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
