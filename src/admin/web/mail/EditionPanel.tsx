import { type FormEvent, useState } from 'react'
import { Form } from 'react-router'
import { adminPaths } from '#app/admin/paths.facts.ts'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import { changeFailureToast } from '#app/admin/web/shell/failures.ts'
import type { EditionPreview } from '#app/mailings/mail-desk.contract.ts'
import { countOf, formatCount } from '#app/shared/counts.ts'
import { formatDateAt, formatDay, formatTime } from '#app/shared/dates.ts'
import { Button } from '#app/ui/Button.tsx'
import { ApiError, browserApi } from '#app/web/api/api.ts'
import { showToast } from '#app/web/toasts/toasts.ts'
import { htmlAddress, useEditionPreview, type WantedPreview } from './queries.ts'

/** A preview of the edition as a recipient gets it, and a form to send it to oneself. */
export function EditionPanel({ asked }: { asked: WantedPreview }) {
  const { data, error } = useEditionPreview(asked)
  return (
    <section className="panel" aria-labelledby="preview">
      <h2 id="preview" className="panel-title">
        The edition, as it goes out
      </h2>
      <Form
        method="get"
        action={adminPaths.mail()}
        className="toolbar mail-preview"
        preventScrollReset
      >
        <select className="select" name="edition" aria-label="Which" defaultValue={asked.edition}>
          <option value="next">Tomorrow’s</option>
          <option value="newest">The newest one</option>
        </select>
        <select className="select" name="as" aria-label="As" defaultValue={asked.as}>
          <option value="member">as a member</option>
          <option value="free">as a free account</option>
          <option value="account">as the account of</option>
        </select>
        <label className="mail-field">
          Address of the account
          <input className="input" name="email" type="email" defaultValue={asked.email} />
        </label>
        <Button type="submit" variant="tool">
          Show
        </Button>
      </Form>
      {error && (
        <p className="admin-error">
          {error instanceof ApiError && error.status === 404
            ? 'There is no account with this address.'
            : 'The preview could not be made.'}
        </p>
      )}
      {data?.letter && (
        <>
          <dl className="mail-facts">
            <dt>Subject</dt>
            <dd>{data.letter.subject}</dd>
            <dt>{asked.edition === 'next' ? 'Goes out' : 'As of'}</dt>
            <dd>{`${formatDateAt(data.dueAt)}, ${formatTime(data.dueAt)} in Toronto`}</dd>
            {data.holds && (
              <>
                <dt>Holds</dt>
                <dd>{holdsInWords(data.holds)}</dd>
              </>
            )}
            <dt>Size</dt>
            <dd>{`${Math.ceil(data.letter.bytes / 1024)} KB of HTML, 90 at most`}</dd>
          </dl>
          <div className="toolbar mail-preview">
            <a className="tool" href={htmlAddress(asked)} target="_blank" rel="noreferrer">
              Open as a mail
              <span className="sr"> (opens in a new tab)</span>
            </a>
            <SendMe asked={asked} />
          </div>
          <details className="mail-text">
            <summary>As text</summary>
            <pre>{data.letter.text}</pre>
          </details>
        </>
      )}
      {data && !data.letter && <p className="soft">{data.why}</p>}
    </section>
  )
}

function holdsInWords({ day, ofDay, earlier }: NonNullable<EditionPreview['holds']>): string {
  const own = `${countOf(ofDay, 'deal', 'deals')} of the edition of ${formatDay(day)}`
  if (earlier === 0) return own
  return `${own}, and ${formatCount(earlier)} from before it that no mail has brought yet`
}

function SendMe({ asked }: { asked: WantedPreview }) {
  const [isBusy, setBusy] = useState(false)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const to = String(new FormData(event.currentTarget).get('to') ?? '')
    setBusy(true)
    try {
      const { email, ...what } = asked
      const body = { ...what, ...(email && { email }), to }
      await browserApi.request('POST', ADMIN_CALLS.mailPreview, body)
      showToast({ title: `Sent to ${to}` })
    } catch (error) {
      showToast(changeFailureToast(error, 'Not sent'))
    }
    setBusy(false)
  }

  return (
    <form className="mail-send" onSubmit={send}>
      <label className="mail-field">
        Your address
        <input className="input" name="to" type="email" required autoComplete="email" />
      </label>
      <Button type="submit" variant="tool-main" isBusy={isBusy}>
        Send me this
      </Button>
    </form>
  )
}
