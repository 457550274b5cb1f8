import { Link } from 'react-router'
import { paths } from '#app/shared/paths.ts'
import { ProblemScreen } from '#app/web/page/ProblemScreen.tsx'

/** Shown to signed-out visitors. */
export function SignInToRead() {
  return (
    <ProblemScreen
      eyebrow="Inbox"
      title="Sign in to read your notices"
      actions={
        <>
          <Link className="button" to={paths.signIn(paths.inbox())}>
            Sign in
          </Link>
          <Link className="link text-sm" to={paths.signUp(paths.inbox())}>
            Make a free account
          </Link>
        </>
      }
    >
      <p className="lead">
        When a deal that you saved falls in price, ends soon or is back, it is said here.
      </p>
    </ProblemScreen>
  )
}
