import { ProblemScreen } from '#app/web/page/ProblemScreen.tsx'
import { TryAgain } from '#app/web/page/TryAgain.tsx'

type Props = {
  /** The page that failed to load. */
  href: string
  /** What the person may fear has changed, such as `membership`. */
  subject: string
  /** The server's explanation, if it is meant for people. */
  why?: string | undefined
  /** What the page is called where links lead to it. */
  eyebrow?: string
}

/** Shown when the account could not be read; offers a retry. */
export function AccountFailure({ href, subject, why, eyebrow = 'Account' }: Props) {
  return (
    <ProblemScreen
      eyebrow={eyebrow}
      title={why ? 'Not just now' : 'We could not read your account'}
      actions={<TryAgain href={href} />}
    >
      <p className="lead" role="alert">
        {why ?? `It is us or the line in between. Nothing about your ${subject} has changed.`}
      </p>
    </ProblemScreen>
  )
}
