import { ProblemScreen } from '#app/web/page/ProblemScreen.tsx'
import { TryAgain } from '#app/web/page/TryAgain.tsx'

type Props = {
  /** The page that could not be made. */
  href: string
  /** `membership`: of what somebody may fear that it has changed. */
  subject: string
}

/** The account could not be read: says so and offers another try. */
export function AccountFailure({ href, subject }: Props) {
  return (
    <ProblemScreen
      eyebrow="Account"
      title="We could not read your account"
      actions={<TryAgain href={href} />}
    >
      <p className="lead" role="alert">
        {`It is us or the line in between. Nothing about your ${subject} has changed.`}
      </p>
    </ProblemScreen>
  )
}
