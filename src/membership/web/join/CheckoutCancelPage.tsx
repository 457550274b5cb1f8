import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { paths } from '#app/shared/paths.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { ProblemScreen } from '#app/web/page/ProblemScreen.tsx'
import { showToast } from '#app/web/toasts/toasts.ts'

const TITLE = 'Checkout Cancelled'
const WORDS = 'Your subscription checkout was cancelled. You can try again anytime.'
const REDIRECT_DELAY_MS = 500

export const handle: PageHandle = {
  head: () => ({ title: TITLE, description: WORDS }),
}

/** Says that checkout was cancelled and goes home by itself; readable without scripts too. */
export function Component() {
  const navigate = useNavigate()

  useEffect(() => {
    showToast({ title: TITLE, description: WORDS })
    const timer = setTimeout(() => navigate(paths.home(), { replace: true }), REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [navigate])

  return (
    <ProblemScreen
      title={TITLE}
      actions={
        <>
          <Link className="button" to={paths.home()}>
            Return to Homepage
          </Link>
          <Link className="link text-sm" to={paths.subscribe()}>
            Look at the plans again
          </Link>
        </>
      }
    >
      <p className="lead">{WORDS}</p>
    </ProblemScreen>
  )
}
