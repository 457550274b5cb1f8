import { Link } from 'react-router'
import { paths } from '#app/shared/paths.ts'
import { ProblemScreen } from '#app/web/page/ProblemScreen.tsx'

/** Shown to signed-out visitors: what the page would offer, with links to join or sign in. */
export function SignInForYou({ to }: { to: string }) {
  return (
    <ProblemScreen
      eyebrow="For you"
      title="Say what you want, and see that first"
      actions={
        <>
          <Link className="button" to={paths.joinNow(to)}>
            Join
          </Link>
          <Link className="link text-sm" to={paths.signIn(to)}>
            Sign in
          </Link>
          <Link className="link text-sm" to={paths.signUp(to)}>
            Make a free account
          </Link>
        </>
      }
    >
      <p className="lead">
        Brands, sizes, the most you want to pay: the deals that fit stand here, each with the reason
        why. Nothing is guessed from what you look at.
      </p>
    </ProblemScreen>
  )
}

/** Shown to people whose account is not confirmed yet. */
export function ConfirmFirst() {
  return (
    <ProblemScreen
      eyebrow="For you"
      title="Confirm your address first"
      actions={
        <Link className="button" to={paths.dailyDeals()}>
          See today’s deals
        </Link>
      }
    >
      <p className="lead">
        The link is in the mail that we sent you. Then you can say what you want, and see it here.
      </p>
    </ProblemScreen>
  )
}
