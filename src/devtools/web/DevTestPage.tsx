import './devtools.css'
import type { StripeConfig } from '#app/devtools/devtools.contract.ts'
import { Button } from '#app/ui/Button.tsx'
import { DevtoolsPage } from './DevtoolsPage.tsx'
import { useCall } from './use-call.ts'

const WORDS: Record<keyof StripeConfig, string> = {
  mode: 'Payments',
  apiVersion: 'API version',
  hasSecretKey: 'Secret key',
  hasWebhookSecret: 'Webhook secret',
  isReachable: 'The provider answers',
  hasAnnualPrice: 'Annual price',
  hasMonthlyPrice: 'Monthly price',
}

/** Shows whether payments are configured. */
export function Component() {
  const { isBusy, answer, error, call } = useCall<StripeConfig>()
  return (
    <DevtoolsPage title="Dev Test">
      <p>
        Looks whether payments are set up. Mail is in the{' '}
        <a className="link" href="/sandbox/outbox">
          outbox
        </a>
        , payments are in the{' '}
        <a className="link" href="/sandbox/payments">
          payment sandbox
        </a>
        , and every call is described in the{' '}
        <a className="link" href="/api/openapi.json">
          list of calls
        </a>
        .
      </p>
      <div>
        <Button isBusy={isBusy} onClick={() => call('GET', '/api/test-stripe-config')}>
          {isBusy ? 'Looking...' : 'Test the payment configuration'}
        </Button>
      </div>
      <div role="status">
        {error && <p className="notice">{error}</p>}
        {answer && (
          <dl className="devtools-facts">
            {Object.entries(WORDS).map(([name, words]) => (
              <Fact key={name} words={words} value={answer[name as keyof StripeConfig]} />
            ))}
          </dl>
        )}
      </div>
    </DevtoolsPage>
  )
}

function Fact({ words, value }: { words: string; value: string | boolean }) {
  return (
    <>
      <dt>{words}</dt>
      <dd>{typeof value === 'string' ? value : value ? 'yes' : 'no'}</dd>
    </>
  )
}
