import { Link } from 'react-router'
import { paths } from '#app/shared/paths.ts'
import { ProblemScreen } from '#app/web/page/ProblemScreen.tsx'

/** Shown to signed-out visitors. */
export function SignInToSavings() {
  return (
    <ProblemScreen
      eyebrow="Your savings"
      title="Sign in to see what you saved"
      actions={
        <>
          <Link className="button" to={paths.signIn(paths.savings())}>
            Sign in
          </Link>
          <Link className="link text-sm" to={paths.joinNow()}>
            See what membership gives
          </Link>
        </>
      }
    >
      <p className="lead">
        Where you went from here, what you bought there and what it saved you: it stands here, for
        you alone.
      </p>
    </ProblemScreen>
  )
}
