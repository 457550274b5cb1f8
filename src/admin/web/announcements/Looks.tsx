import type { FormEvent } from 'react'
import type { Announcement } from '#app/mailings/announcements.contract.ts'
import { Button } from '#app/ui/Button.tsx'
import { htmlOfLetter } from './queries.ts'
import type { CallLetter } from './use-letter-calls.ts'

type Props = { letter: Announcement; call: CallLetter; isBusy: boolean; isChanged: boolean }

/** A preview of the letter, and a form to send it to oneself. */
export function Looks({ letter, call, isBusy, isChanged }: Props) {
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const to = String(new FormData(event.currentTarget).get('to') ?? '')
    await call({ what: 'trial', body: { to }, done: `Sent to ${to}`, failed: 'Not sent' })
  }

  return (
    <section className="letter-part" aria-labelledby="looks">
      <h2 id="looks" className="panel-title">
        How it looks
      </h2>
      {isChanged && <p className="soft">As it was saved last: what you type is not in it yet.</p>}
      <p className="letter-do">
        {(['light', 'dark'] as const).map((look) => (
          <a
            key={look}
            className="tool"
            href={htmlOfLetter(letter.id, look)}
            target="_blank"
            rel="noreferrer"
          >
            {look === 'light' ? 'By day' : 'By night'}
            <span className="sr"> (opens in a new tab)</span>
          </a>
        ))}
      </p>
      {letter.state === 'draft' && (
        <form className="letter-do" method="post" onSubmit={send}>
          <input
            className="input"
            name="to"
            type="email"
            required
            autoComplete="email"
            aria-label="Your address"
            placeholder="your address"
          />
          <Button type="submit" variant="tool" isBusy={isBusy} disabled={isChanged}>
            Send it to me
          </Button>
        </form>
      )}
      <details className="letter-text">
        <summary>As text</summary>
        <pre>{letter.text}</pre>
      </details>
    </section>
  )
}
