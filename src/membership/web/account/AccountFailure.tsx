import { paths } from '#app/shared/paths.ts'
import { Problem } from '#app/web/page/Problem.tsx'
import { TryAgain } from '#app/web/page/TryAgain.tsx'

/** The account could not be read: say so and offer another try. */
export function AccountFailure() {
  return (
    <Problem
      eyebrow="Account"
      title="We could not read your account"
      actions={<TryAgain href={paths.account()} />}
    >
      <p className="lead" role="alert">
        It is us or the line in between. Nothing about your membership has changed.
      </p>
    </Problem>
  )
}
