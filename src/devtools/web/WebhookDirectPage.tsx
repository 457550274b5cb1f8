import './devtools.css'
import type { WebhookApplied } from '#app/devtools/devtools.contract.ts'
import { Button } from '#app/ui/Button.tsx'
import { Answer } from './Answer.tsx'
import { DevtoolsPage } from './DevtoolsPage.tsx'
import { useCall } from './use-call.ts'

/** Handles an event without a signature: what a webhook does after verification. */
export function Component() {
  const { isBusy, answer, error, call } = useCall<WebhookApplied>()
  return (
    <DevtoolsPage title="Direct Webhook Tester">
      <p>
        Takes in a customer.subscription.updated event about the newest subscription, past the check
        of its signature. As always, what the subscription is like is read from the payment
        provider.
      </p>
      <div>
        <Button isBusy={isBusy} onClick={() => call('POST', '/api/stripe/webhook-direct')}>
          {isBusy ? 'Working...' : 'Take in an event'}
        </Button>
      </div>
      <div role="status">
        {error && <p className="notice">{error}</p>}
        {answer && <Answer label="Answer" text={JSON.stringify(answer)} />}
      </div>
    </DevtoolsPage>
  )
}
