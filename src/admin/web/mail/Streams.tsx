import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import { changeFailureToast } from '#app/admin/web/shell/failures.ts'
import type { MailDesk, MailDeskStream } from '#app/mailings/mail-desk.contract.ts'
import { countOf, formatCount } from '#app/shared/counts.ts'
import { formatDateAt } from '#app/shared/dates.ts'
import { Button } from '#app/ui/Button.tsx'
import { browserApi } from '#app/web/api/api.ts'
import { showToast } from '#app/web/toasts/toasts.ts'
import { refreshMailDesk, showMailDesk } from './queries.ts'

const NAMES = { edition: 'The edition', alerts: 'Alerts' }
const CHOICES: Record<string, string> = {
  daily: 'once a day',
  weekly: 'once a week',
  'at-once': 'at once',
}

/** Each stream of mail with its recipients, and a button to stop it if that is possible. */
export function Streams({ streams, membership }: Pick<MailDesk, 'streams' | 'membership'>) {
  return (
    <section className="panel" aria-labelledby="streams">
      <h2 id="streams" className="panel-title">
        Streams
      </h2>
      <ul className="mail-streams">
        {streams.map((stream) => (
          <Stream key={stream.stream} stream={stream} />
        ))}
        <Membership {...membership} />
      </ul>
    </section>
  )
}

function Membership({ people, waiting }: MailDesk['membership']) {
  return (
    <li className="mail-stream">
      <div>
        <p className="mail-stream-name">Membership</p>
        <p className="soft">
          {people === 0
            ? 'Nobody has an account yet.'
            : `${countOf(people, 'person', 'people')}: everybody with an account.`}
          <Waiting count={waiting} />
        </p>
        <p className="soft">
          It cannot be stopped: these mails are about an account, its money or the law, and somebody
          waits for each.
        </p>
      </div>
    </li>
  )
}

const Waiting = ({ count }: { count: number }) =>
  count > 0 && ` ${countOf(count, 'mail waits', 'mails wait')}.`

function Stream({ stream }: { stream: MailDeskStream }) {
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [reason, setReason] = useState('')
  const name = NAMES[stream.stream]
  const people = stream.readers.reduce((sum, each) => sum + each.people, 0)
  const parts = stream.readers.map(
    ({ choice, people: some }) => `${formatCount(some)} ${CHOICES[choice] ?? choice}`,
  )

  async function change(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const isStopped = !stream.isStopped
    setBusy(true)
    try {
      const path = `${ADMIN_CALLS.mail}/streams/${stream.stream}`
      const answer = await browserApi.request('PATCH', path, { isStopped, reason })
      showMailDesk(queryClient, (await answer.json()) as MailDesk)
      setReason('')
    } catch (error) {
      const refused = `${name} could not be ${isStopped ? 'stopped' : 'resumed'}`
      showToast(changeFailureToast(error, refused))
      await refreshMailDesk(queryClient)
    }
    setBusy(false)
  }

  return (
    <li className="mail-stream">
      <div>
        <p className="mail-stream-name">{name}</p>
        <p className="soft">
          {people === 0
            ? 'Nobody takes it yet.'
            : `${countOf(people, 'person', 'people')}: ${parts.join(', ')}.`}
          {stream.unreachable > 0 &&
            ` Nothing can go to ${formatCount(stream.unreachable)} of them: an inbox not proven, or mail that came back.`}
          <Waiting count={stream.waiting} />
        </p>
        {stream.isStopped && (
          <p className="admin-error" role="status">
            {`Stopped by ${stream.stoppedBy} on ${formatDateAt(stream.stoppedAt)}${stream.reason ? `: ${stream.reason}` : ''}`}
          </p>
        )}
      </div>
      <form className="mail-stream-do" onSubmit={change}>
        {!stream.isStopped && (
          <label className="mail-field">
            <span>
              Why
              <span className="sr">{` the stream “${name}” is stopped`}</span>
            </span>
            <input
              className="input"
              required
              maxLength={300}
              autoComplete="off"
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          </label>
        )}
        {/* One button for both actions, so that it keeps the focus. */}
        <Button type="submit" variant={stream.isStopped ? 'tool-main' : 'tool'} isBusy={isBusy}>
          {stream.isStopped ? 'Resume' : 'Stop'}
        </Button>
      </form>
    </li>
  )
}
