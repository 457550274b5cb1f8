import { WEBHOOK_PATH } from '#app/shared/paths.ts'
import './devtools.css'
import { type FormEvent, useId, useState } from 'react'
import type { WebhookTried } from '#app/devtools/devtools.contract.ts'
import { TESTER_EVENTS } from '#app/devtools/devtools.facts.ts'
import { Button } from '#app/ui/Button.tsx'
import { Field } from '#app/ui/Field.tsx'
import { Tabs } from '#app/ui/Tabs.tsx'
import { Answer } from './Answer.tsx'
import { DevtoolsPage } from './DevtoolsPage.tsx'
import { isJsonObject } from './payload.rules.ts'
import { useCall } from './use-call.ts'

const EXAMPLE = JSON.stringify(
  {
    id: 'evt_custom_1',
    object: 'event',
    type: 'customer.subscription.updated',
    created: 1_790_000_000,
    livemode: false,
    data: { object: { id: 'sub_unknown', object: 'subscription' } },
  },
  null,
  2,
)

type EventKind = 'standard' | 'custom'

const KINDS: Array<[EventKind, string]> = [
  ['standard', 'Standard events'],
  ['custom', 'Custom event'],
]

/** Sends events to our own webhook, signed as the payment provider signs them. */
export function Component() {
  const [url, setUrl] = useState<string>(WEBHOOK_PATH)
  const [type, setType] = useState<string>(TESTER_EVENTS[1])
  const [payload, setPayload] = useState(EXAMPLE)
  const { isBusy, answer, error, call, refuse } = useCall<WebhookTried>()
  const [kind, setKind] = useState<EventKind>('standard')
  const payloadId = useId()
  const typeId = useId()

  const sendStandard = (event: FormEvent) => {
    event.preventDefault()
    void call('POST', '/api/test-webhook', { url, type })
  }
  const sendCustom = (event: FormEvent) => {
    event.preventDefault()
    if (!isJsonObject(payload)) return refuse('Invalid JSON')
    void call('POST', '/api/test-webhook', { url, payload })
  }
  const send = (
    <div>
      <Button type="submit" isBusy={isBusy}>
        {isBusy ? 'Sending...' : 'Send event'}
      </Button>
    </div>
  )

  return (
    <DevtoolsPage title="Webhook Tester">
      <Field label="Webhook URL" value={url} onChange={(event) => setUrl(event.target.value)} />
      <Tabs
        label="Kind of event"
        tabs={KINDS}
        value={kind}
        onChange={setKind}
        className="contents"
        listClassName="flex gap-2"
        tabClassName="tool devtools-tab"
      >
        {kind === 'standard' ? (
          <form className="grid gap-6" onSubmit={sendStandard}>
            <div className="field">
              <label htmlFor={typeId}>Event type</label>
              <select
                id={typeId}
                className="select"
                value={type}
                onChange={(event) => setType(event.target.value)}
              >
                {TESTER_EVENTS.map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </select>
            </div>
            <p className="fine">About the newest of its kind that the payment provider has.</p>
            {send}
          </form>
        ) : (
          <form className="grid gap-6" onSubmit={sendCustom}>
            <div className="field">
              <label htmlFor={payloadId}>Payload (JSON)</label>
              <textarea
                id={payloadId}
                className="devtools-payload"
                spellCheck={false}
                value={payload}
                aria-invalid={error === 'Invalid JSON' || undefined}
                onChange={(event) => setPayload(event.target.value)}
              />
            </div>
            {send}
          </form>
        )}
      </Tabs>
      <div role="status" className="grid gap-6">
        {error && <p className="notice">{error}</p>}
        {answer && (
          <>
            <p>
              {answer.type || 'An event'} was answered with <strong>{answer.status}</strong>.
            </p>
            <Answer label="Answer" text={answer.answer} />
            <Answer label="Signature" text={answer.signature} />
            <Answer label="Event" text={answer.payload} />
          </>
        )}
      </div>
    </DevtoolsPage>
  )
}
