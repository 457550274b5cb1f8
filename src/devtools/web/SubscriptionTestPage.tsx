import './devtools.css'
import type { SubscriptionUpdated } from '#app/devtools/devtools.contract.ts'
import { formatDateAt } from '#app/shared/dates.ts'
import { Button } from '#app/ui/Button.tsx'
import { showToast } from '#app/web/toasts/toasts.ts'
import { DevtoolsPage } from './DevtoolsPage.tsx'
import { useCall } from './use-call.ts'

/** Gives the test user an active subscription, to see the site as a member sees it. */
export function Component() {
  const { isBusy, answer, error, call } = useCall<SubscriptionUpdated>()

  async function update() {
    const updated = await call('GET', '/api/admin/direct-update-subscription')
    if (!updated) return
    showToast({
      title: 'Subscription Updated Successfully',
      description: `Status ${updated.subscriptionStatus}, until ${expiryOf(updated)}`,
    })
  }

  return (
    <DevtoolsPage title="Test User Management">
      <p>
        Gives the test user an active subscription at the payment sandbox, and by it in our own
        records. Open pages of the test user turn live by themselves.
      </p>
      <div>
        <Button onClick={update} isBusy={isBusy}>
          {isBusy ? 'Updating...' : 'Update subscription to active'}
        </Button>
      </div>
      <div role="status">
        {error && (
          <p className="notice">
            <strong>Failed to update subscription.</strong> {error}
          </p>
        )}
        {answer && (
          <dl className="devtools-facts">
            <dt>Status</dt>
            <dd>{answer.subscriptionStatus}</dd>
            <dt>Expires</dt>
            <dd>{expiryOf(answer)}</dd>
            <dt>Sign in as</dt>
            <dd>
              {answer.email}, password {answer.password}
            </dd>
          </dl>
        )}
      </div>
    </DevtoolsPage>
  )
}

function expiryOf({ currentPeriodEnd }: SubscriptionUpdated): string {
  return formatDateAt(currentPeriodEnd) ?? 'no date'
}
