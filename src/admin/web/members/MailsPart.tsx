import type { Member } from '#app/admin/members.contract.ts'
import { ALERT_OPTIONS, EDITION_OPTIONS } from '#app/mailings/mail-choices.copy.ts'
import { formatCount } from '#app/shared/counts.ts'
import { formatMoment } from '#app/shared/dates.ts'
import { Button } from '#app/ui/Button.tsx'
import type { MemberAct } from './ActDialog.tsx'
import { Part } from './Part.tsx'
import type { SendAct } from './use-acts.ts'
import { mailFateInWords, mailInWords } from './words.copy.ts'

type Props = { member: Member; ask: (act: MemberAct) => void; send: SendAct }
const SHOWN = 8

const chosen = (options: Record<string, string>, choice: string) =>
  (options[choice] ?? choice).toLowerCase()

/** The mails sent to a member, with the fate of each. */
export function MailsPart({ member, ask, send }: Props) {
  const { mails, total, takes, stopped } = member.mail
  return (
    <Part
      title="Mails"
      aside={
        <Button
          variant="tool"
          onClick={() =>
            ask({
              title: 'Send a link for a new password',
              text: <p>{`It goes to ${member.email}, and works once.`}</p>,
              confirm: 'Send it',
              run: ({ reason }, id) => send('links', { id, reason }, 'The link is on its way'),
            })
          }
        >
          Send a password link
        </Button>
      }
    >
      <p className="soft">
        {takes
          ? `Takes the edition: ${chosen(EDITION_OPTIONS, takes.edition)}; alerts: ${chosen(ALERT_OPTIONS, takes.alerts)}.`
          : 'Has not chosen any mail of ours.'}
        {stopped && ` Stopped by a ${stopped}.`}
      </p>
      {mails.length === 0 ? (
        <p className="soft">No mail has gone to this address.</p>
      ) : (
        <>
          <Lines mails={mails.slice(0, SHOWN)} ask={ask} send={send} />
          {mails.length > SHOWN && (
            <details className="member-more">
              <summary>{`${formatCount(mails.length - SHOWN)} more`}</summary>
              <Lines mails={mails.slice(SHOWN)} ask={ask} send={send} />
              {total > mails.length && (
                <p className="soft">{`The newest of ${formatCount(total)}.`}</p>
              )}
            </details>
          )}
        </>
      )}
    </Part>
  )
}

function Lines({ mails, ask, send }: Omit<Props, 'member'> & { mails: Member['mail']['mails'] }) {
  return (
    <ul className="member-lines">
      {mails.map((mail) => (
        <li key={mail.id}>
          <span>{mailInWords(mail.template)}</span>
          <span className={mail.state === 'refused' || mail.isLate ? 'admin-error' : 'soft'}>
            {mailFateInWords(mail)}
          </span>
          <span className="soft">{formatMoment(mail.finishedAt ?? mail.at)}</span>
          {mail.canResend && (
            <Button
              variant="tool-bare"
              aria-label={`Send again: ${mailInWords(mail.template)}, ${formatMoment(mail.finishedAt ?? mail.at)}`}
              onClick={() =>
                ask({
                  title: `Send it again: ${mailInWords(mail.template)}`,
                  text: <p>It is written anew, as things are now, with links that work.</p>,
                  confirm: 'Send it again',
                  run: ({ reason }, id) =>
                    send(`mails/${mail.id}`, { id, reason }, 'The mail is on its way'),
                })
              }
            >
              Again
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
