import { Link } from 'react-router'
import { paths } from '#app/shared/paths.ts'
import { ProblemScreen } from '#app/web/page/ProblemScreen.tsx'

/** Shown on account pages to signed-out visitors. */
export function SignInToView() {
  return (
    <ProblemScreen
      eyebrow="Account"
      title="Please sign in to view your account."
      actions={
        <>
          <Link className="button" to={paths.signIn()}>
            Sign in
          </Link>
          <Link className="link text-sm" to={paths.home()}>
            Return to Homepage
          </Link>
        </>
      }
    />
  )
}
