import { Link } from 'react-router'
import { paths } from '#app/shared/paths.ts'
import { ProblemScreen } from '#app/web/page/ProblemScreen.tsx'

/** Shown to signed-out visitors. */
export function SignInToSave() {
  return (
    <ProblemScreen
      eyebrow="Saved"
      title="Sign in to see what you saved"
      actions={
        <>
          <Link className="button" to={paths.signIn(paths.saved())}>
            Sign in
          </Link>
          <Link className="link text-sm" to={paths.signUp(paths.saved())}>
            Make a free account
          </Link>
        </>
      }
    >
      <p className="lead">The deals whose heart you press stand here, for you alone.</p>
    </ProblemScreen>
  )
}
