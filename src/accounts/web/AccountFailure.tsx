import { ProblemScreen } from '#app/web/page/ProblemScreen.tsx'
import { TryAgain } from '#app/web/page/TryAgain.tsx'

type Props = {
  /** The page that could not be made. */
  href: string
  /** `membership`: of what somebody may fear that it has changed. */
  subject: string
  /** What the server says of it, where that is for people. */
  why?: string | undefined
}

/** The account could not be read: says so and offers another try. */
export function AccountFailure({ href, subject, why }: Props) {
  return (
    <ProblemScreen
      eyebrow="Account"
      title={why ? 'Not just now' : 'We could not read your account'}
      actions={<TryAgain href={href} />}
    >
      <p className="lead" role="alert">
        {why ?? `It is us or the line in between. Nothing about your ${subject} has changed.`}
      </p>
    </ProblemScreen>
  )
}
