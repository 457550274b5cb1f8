import { Link } from 'react-router'
import type { Member } from '#app/admin/members.contract.ts'
import { adminPaths } from '#app/admin/paths.facts.ts'
import { countOf } from '#app/shared/counts.ts'
import { formatDateAt, formatMoment } from '#app/shared/dates.ts'
import { formatDollars } from '#app/shared/money.ts'
import { Button } from '#app/ui/Button.tsx'
import type { MemberAct } from './ActDialog.tsx'
import { Part } from './Part.tsx'
import type { SendAct } from './use-acts.ts'
import { acceptedInWords, browserWords, reportInWords, tripInWords } from './words.copy.ts'

/** The member's trips and savings. */
export function SavingsPart({ savings }: Member) {
  return (
    <Part title="Trips and savings">
      <p>
        {countOf(savings.trips, 'trip')}
        <span className="soft">
          {` · ${formatDollars(savings.confirmed)} confirmed, ${formatDollars(savings.recorded)} recorded`}
        </span>
      </p>
      {savings.entries.length > 0 && (
        <ul className="member-lines">
          {savings.entries.map((trip) => (
            <li key={trip.at + trip.dealId}>
              <span>{trip.brand ?? 'A deal without a brand'}</span>
              <span className="soft">{tripInWords(trip)}</span>
              <span className="soft">{formatDateAt(trip.at)}</span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}

/** The member's reports on deals. */
export function ReportsPart({ reports }: Member) {
  return (
    <Part title="Reports">
      {reports.length === 0 ? (
        <p className="soft">Has told us of nothing.</p>
      ) : (
        <ul className="member-lines">
          {reports.map((report) => (
            <li key={report.at + report.dealId + report.kind}>
              <span>
                {reportInWords(report)}
                {report.brand && `, ${report.brand}`}
              </span>
              <span className="soft">{report.outcome ?? 'not answered'}</span>
              <span className="soft">{formatDateAt(report.at)}</span>
              {report.words && <span className="member-said">{report.words}</span>}
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}

type SessionsProps = { member: Member; ask: (act: MemberAct) => void; send: SendAct }

/** The member's sessions, and a button to end them. */
export function SessionsPart({ member, ask, send }: SessionsProps) {
  const { sessions, email } = member
  return (
    <Part
      title="Sessions"
      aside={
        sessions.length > 0 && (
          <Button
            variant="tool"
            onClick={() =>
              ask({
                title: 'Sign every browser out?',
                text: (
                  <p>{`${email} has to sign in again everywhere. The password stays, and a mail says so.`}</p>
                ),
                confirm: 'Sign them out',
                run: ({ reason }, id) =>
                  send('sign-out', { id, reason }, 'Every browser is signed out'),
              })
            }
          >
            End sessions
          </Button>
        )
      }
    >
      {sessions.length === 0 ? (
        <p className="soft">Is signed in nowhere.</p>
      ) : (
        <ul className="member-lines">
          {sessions.map((session) => (
            <li key={session.createdAt + session.lastSeenAt}>
              <span>{browserWords(session)}</span>
              <span className="soft">{`here ${formatMoment(session.lastSeenAt)}`}</span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}

/** The versions of the terms and the policy that the member accepted. */
export function AcceptedPart({ accepted }: Member) {
  return (
    <Part title="Terms and policy">
      {accepted.length === 0 ? (
        <p className="soft">Nothing is written down of what was accepted.</p>
      ) : (
        <ul className="member-lines">
          {accepted.map((each) => (
            <li key={each.document + each.at + each.version}>
              <span>{acceptedInWords(each)}</span>
              <span className="soft">{formatDateAt(each.at)}</span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}

export function AuditLink({ auditId }: Pick<Member, 'auditId'>) {
  return (
    <Link
      className="text-link"
      to={`${adminPaths.audit()}?kind=member&subjectId=${encodeURIComponent(auditId)}`}
      discover="none"
    >
      Who looked, and what was done
    </Link>
  )
}
