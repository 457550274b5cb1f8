import type { Member } from '#app/admin/members.contract.ts'
import type { MembershipAct, MembershipOfMember } from '#app/membership/owner-actions.contract.ts'
import { MOST_GIVEN_DAYS } from '#app/membership/owner-actions.facts.ts'
import { formatDateAt, formatMoment } from '#app/shared/dates.ts'
import { formatDollars } from '#app/shared/money.ts'
import { Button } from '#app/ui/Button.tsx'
import { Field } from '#app/ui/Field.tsx'
import type { MemberAct } from './ActDialog.tsx'
import { Part } from './Part.tsx'
import { refunding } from './refunding.tsx'
import type { SendAct } from './use-acts.ts'
import {
  actInWords,
  actStateInWords,
  leavingInWords,
  membershipInWords,
  planOfMember,
} from './words.copy.ts'

type Props = { member: Member; ask: (act: MemberAct) => void; send: SendAct }

/** The current membership with its actions, earlier ones, and past acts. */
export function MembershipPart({ member, ask, send }: Props) {
  const { memberships, acts, payments } = member.membership
  const [current, ...earlier] = memberships
  return (
    <Part title="Membership">
      {current ? (
        <Current membership={current} ask={ask} send={send} />
      ) : (
        <p className="soft">A free account: there never was a membership.</p>
      )}
      {earlier.length > 0 && (
        <ul className="member-lines">
          {earlier.map((each) => (
            <li key={each.id}>
              <span>{membershipInWords(each)}</span>
              <span className="soft">
                {planOfMember(each)}, since {formatDateAt(each.since)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {acts.length > 0 && (
        <>
          <h3 className="member-sub">What we did</h3>
          <ul className="member-lines">
            {acts.map((act) => (
              <li key={act.id}>
                <span>{actInWords(act)}</span>
                <span className={isUndone(act) ? 'admin-error' : 'soft'}>
                  {actStateInWords(act)}
                </span>
                <span className="soft">
                  {formatMoment(act.askedAt)}, {act.askedBy}: {act.reason}
                </span>
                <SendAgain act={act} payments={payments} ask={ask} send={send} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Part>
  )
}

function isUndone({ state }: MembershipAct): boolean {
  return state === 'refused' || state === 'sent-back'
}

/** A refund that a bank returned can be sent once more, as long as enough of the payment is left. */
function SendAgain({
  act: { id, amount, invoiceId, canSendAgain },
  payments,
  ask,
  send,
}: {
  act: MembershipAct
  payments: Member['membership']['payments']
  ask: Props['ask']
  send: SendAct
}) {
  const payment = payments.find((each) => each.invoiceId === invoiceId)
  if (!canSendAgain || !payment || payment.left <= 0 || amount === null) return null
  return (
    <Button
      variant="tool"
      aria-label={`Send it again: the refund of ${formatDollars(amount)}`}
      onClick={() => ask(refunding(payment, send, { id, amount }))}
    >
      Send it again
    </Button>
  )
}

function Current({
  membership,
  ask,
  send,
}: {
  membership: MembershipOfMember
  ask: Props['ask']
  send: SendAct
}) {
  const { isLive, isEnding, given, card, trialEndsAt, status, periodEndsAt, id } = membership
  const canMove = isLive && status !== 'past_due'
  const leaving = leavingInWords(membership)
  return (
    <>
      <p className="member-standing">{membershipInWords(membership)}</p>
      <dl className="member-facts">
        <dt>Plan</dt>
        <dd>{planOfMember(membership)}</dd>
        <dt>Since</dt>
        <dd>{formatDateAt(membership.since)}</dd>
        {trialEndsAt && !given && (
          <>
            <dt>Trial</dt>
            <dd>until {formatDateAt(trialEndsAt)}</dd>
          </>
        )}
        {card && (
          <>
            <dt>Card</dt>
            <dd className="member-card">{card}</dd>
          </>
        )}
        {leaving && (
          <>
            <dt>Leaving</dt>
            <dd>{leaving}</dd>
          </>
        )}
        <dt>At the provider</dt>
        <dd className="wrap-anywhere">{id}</dd>
      </dl>
      {isLive && (
        <div className="member-do">
          {canMove && (
            <Button variant="tool" onClick={() => ask(giving(membership, send))}>
              Give days
            </Button>
          )}
          {canMove && !isEnding && (
            <Button variant="tool" onClick={() => ask(ending('period-end', periodEndsAt, send))}>
              End with the period
            </Button>
          )}
          <Button variant="tool-bare" onClick={() => ask(ending('now', periodEndsAt, send))}>
            End at once
          </Button>
        </div>
      )}
    </>
  )
}

function giving({ periodEndsAt, isEnding }: MembershipOfMember, send: SendAct): MemberAct {
  return {
    title: 'Give days',
    text: (
      <p>
        {isEnding ? 'The last day' : 'The next charge'}, {formatDateAt(periodEndsAt)}, moves so many
        days later. They cost nothing, and a mail says so.
      </p>
    ),
    fields: (errors) => (
      <Field
        label="Days"
        name="days"
        type="number"
        inputMode="numeric"
        min={1}
        max={MOST_GIVEN_DAYS}
        step={1}
        defaultValue={7}
        required
        error={errors.days}
      />
    ),
    confirm: 'Give them',
    run: ({ days, reason }, id) =>
      send(
        'days',
        { id, days: Number(days), seenUntil: periodEndsAt, reason },
        'The days are given',
      ),
  }
}

function ending(when: 'now' | 'period-end', periodEndsAt: string | null, send: SendAct): MemberAct {
  const isNow = when === 'now'
  return {
    title: isNow ? 'End this membership at once?' : 'End this membership with its period?',
    text: (
      <p>
        {isNow
          ? 'Members’ deals close to them in this moment. Nothing is charged any more, and nothing is sent back: that is an act of its own. A mail says that it has ended.'
          : `Everything stays open until ${formatDateAt(periodEndsAt)}; nothing is charged any more. A mail says so, and they may resume it until then.`}
      </p>
    ),
    confirm: isNow ? 'End it now' : 'End it then',
    run: ({ reason }, id) =>
      send('end', { id, when, reason }, isNow ? 'It has ended' : 'It ends with its period'),
  }
}
