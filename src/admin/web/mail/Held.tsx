import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { membersPath } from '#app/admin/members.facts.ts'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import { changeFailureToast } from '#app/admin/web/shell/failures.ts'
import type {
  HeldMailRow,
  MailDesk,
  MailDeskDay,
  RefusedMailRow,
} from '#app/mailings/mail-desk.contract.ts'
import { capitalize, formatCount } from '#app/shared/counts.ts'
import { formatDateAt, formatShortDayOfWeek, formatTime } from '#app/shared/dates.ts'
import { Button } from '#app/ui/Button.tsx'
import { browserApi } from '#app/web/api/api.ts'
import { showToast } from '#app/web/toasts/toasts.ts'
import { refreshMailDesk, showMailDesk } from './queries.ts'

const NAMES: Record<string, string> = {
  edition: 'The edition',
  alerts: 'Alerts',
  membership: 'Membership',
  announcement: 'A letter to all',
  'letter-to-all': 'A letter to all',
}

/** Mails by day: sent, and bounced. */
export function Days({ days }: { days: MailDeskDay[] }) {
  return (
    <section className="panel" aria-labelledby="days">
      <h2 id="days" className="panel-title">
        The last two weeks
      </h2>
      {days.length === 0 ? (
        <p className="soft">Nothing has gone out.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a table that is too wide
        <section className="table-room" aria-label="Mails by day" tabIndex={0}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Day</th>
                <th scope="col">Stream</th>
                <th scope="col" className="figure">
                  Sent
                </th>
                <th scope="col" className="figure">
                  Refused
                </th>
                <th scope="col" className="figure">
                  Bounced
                </th>
                <th scope="col" className="figure">
                  Complaints
                </th>
                <th scope="col" className="figure">
                  Unsubscribed
                </th>
              </tr>
            </thead>
            <tbody>
              {days.map((day) => (
                <tr key={`${day.day} ${day.stream}`}>
                  <td>{formatShortDayOfWeek(day.day)}</td>
                  <td>{NAMES[day.stream] ?? day.stream}</td>
                  <td className="figure">{formatCount(day.sent)}</td>
                  <td className="figure">{formatCount(day.refused)}</td>
                  <td className="figure">{formatCount(day.bounced)}</td>
                  <td className="figure">{formatCount(day.complained)}</td>
                  <td className="figure">{formatCount(day.unsubscribed)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  )
}

/** Mails that may or may not have been accepted by the mail server: a person decides. */
export function Held({ held }: { held: HeldMailRow[] }) {
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)

  async function decide(action: 'release' | 'drop', ids: string[]) {
    setBusy(true)
    try {
      const answer = await browserApi.request('POST', `${ADMIN_CALLS.mail}/held`, { action, ids })
      showMailDesk(queryClient, (await answer.json()) as MailDesk)
    } catch (error) {
      showToast(changeFailureToast(error))
      await refreshMailDesk(queryClient)
    }
    setBusy(false)
  }

  return (
    <section className="panel" aria-labelledby="held">
      <h2 id="held" className="panel-title">
        Held back
      </h2>
      {held.length === 0 ? (
        <p className="soft">
          Nothing. A mail stands here when nobody knows whether the mail server took it.
        </p>
      ) : (
        <ul className="mail-streams">
          {held.map(({ id, template, recipient, createdAt, why }) => (
            <li key={id} className="mail-stream">
              <p>
                {`${NAMES[template] ?? template}, to ${recipient}`}
                <br />
                <span className="soft">
                  {`${formatDateAt(createdAt)}, ${formatTime(createdAt)}${why ? ` · ${why}` : ''}`}
                </span>
              </p>
              <div className="mail-stream-do">
                <Button variant="tool" isBusy={isBusy} onClick={() => decide('release', [id])}>
                  Send it
                </Button>
                <Button variant="tool-bare" isBusy={isBusy} onClick={() => decide('drop', [id])}>
                  Drop it
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Mails about accounts and memberships that were refused: each has a person waiting for it. */
export function Refused({ refused }: { refused: RefusedMailRow[] }) {
  return (
    <section className="panel" aria-labelledby="refused">
      <h2 id="refused" className="panel-title">
        Turned away
      </h2>
      {refused.length === 0 ? (
        <p className="soft">
          Nothing in the last two weeks. A mail about an account or a membership stands here when
          its mail server turned it away for good.
        </p>
      ) : (
        <>
          <p className="soft">
            The address is wrong, closed or full for good. Nothing is tried again by itself: an
            owner sends it again from the page of the member.
          </p>
          <ul className="mail-streams">
            {refused.map(({ id, template, recipient, refusedAt, why }) => (
              <li key={id} className="mail-stream">
                <p>
                  {mailName(template)}
                  {recipient && (
                    <>
                      {', to '}
                      <Link className="text-link" to={membersPath(recipient)} discover="none">
                        {recipient}
                      </Link>
                    </>
                  )}
                  <br />
                  <span className="soft">
                    {`${formatDateAt(refusedAt)}, ${formatTime(refusedAt)}${why ? ` · ${why}` : ''}`}
                  </span>
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** `trial-ending` as `Trial ending`. */
function mailName(template: string): string {
  const words = template.replaceAll('-', ' ')
  return NAMES[template] ?? capitalize(words)
}
