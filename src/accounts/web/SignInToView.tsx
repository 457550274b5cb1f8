import { Link } from 'react-router'
import { paths } from '#app/shared/paths.ts'
import { ProblemScreen } from '#app/web/page/ProblemScreen.tsx'

/** What an account's pages show to whoever is signed out. */
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
