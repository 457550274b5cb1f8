import { Link } from 'react-router'
import { paths } from '#app/shared/paths.ts'
import { ProblemScreen } from '#app/web/page/ProblemScreen.tsx'

/** To whoever has an account whose address nobody has confirmed yet. */
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
