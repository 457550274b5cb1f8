import { FormErrors } from '#app/accounts/web/FormErrors.tsx'
import type { AccountActions, Intent } from './actions.ts'

type Props = { actions: AccountActions; intent: Intent }

/** What came of it, beside the button that asked: why it failed, or where it goes on. */
export function ActionError({ actions: { outcome, busy }, intent }: Props) {
  if (outcome?.intent !== intent || busy) return null
  if (outcome.url) {
    return (
      <p className="notice mt-5" role="status">
        <a className="link" href={outcome.url}>
          Continue to our payment provider
        </a>
      </p>
    )
  }
  if (!outcome.error) return null
  return (
    <div className="mt-5 w-full">
      <FormErrors title="Error" messages={[outcome.error]} outcome={outcome} />
    </div>
  )
}
