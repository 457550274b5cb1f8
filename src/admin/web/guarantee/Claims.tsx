import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '#app/admin/paths.facts.ts'
import { ADMIN_CALLS, withParameters } from '#app/admin/web/shell/calls.rules.ts'
import { changeFailureToast } from '#app/admin/web/shell/failures.ts'
import { GivenUp, useProof } from '#app/admin/web/shell/use-proof.tsx'
import { CLAIM_LISTS, REASON_MAX } from '#app/guarantee/guarantee.facts.ts'
import type {
  DecideClaim,
  DeskEntry,
  GuaranteeDesk,
} from '#app/guarantee/guarantee-desk.contract.ts'
import { formatCount } from '#app/shared/counts.ts'
import { formatDate } from '#app/shared/dates.ts'
import { formatDollars } from '#app/shared/money.ts'
import { Button } from '#app/ui/Button.tsx'
import { browserApi } from '#app/web/api/api.ts'
import { showToast } from '#app/web/toasts/toasts.ts'
import { type DeskWish, refreshGuaranteeDesk, showGuaranteeDesk } from './queries.ts'
import { claimInWords, LIST_EMPTY, LIST_NAMES, problemInWords, sumsInWords } from './words.copy.ts'

/** Lists of claims and of running guarantees, one at a time. */
export function ClaimLists({ desk, asked }: { desk: GuaranteeDesk; asked: DeskWish }) {
  const { list, entries, page, pages } = desk
  return (
    <section className="panel" aria-labelledby="claims">
      <h2 id="claims" className="panel-title">
        {LIST_NAMES[list]}
      </h2>
      <nav className="claim-lists" aria-label="Lists">
        {CLAIM_LISTS.map((each) => (
          <Link
            key={each}
            className="link"
            to={`${adminPaths.guarantee()}?list=${each}`}
            aria-current={each === list ? 'page' : undefined}
            discover="none"
          >
            {`${LIST_NAMES[each]} ${formatCount(desk.counts[each] ?? 0)}`}
          </Link>
        ))}
      </nav>
      {entries.length === 0 ? (
        <p className="soft">{LIST_EMPTY[list]}</p>
      ) : (
        <ul className="mail-streams">
          {entries.map((entry) => (
            <Claim key={entry.id} entry={entry} asked={asked} />
          ))}
        </ul>
      )}
      {pages > 1 && (
        <nav className="claim-lists" aria-label="Pages">
          {page > 1 && <Turn list={list} page={page - 1} label="Earlier" />}
          <span className="soft">{`Page ${page} of ${pages}`}</span>
          {page < pages && <Turn list={list} page={page + 1} label="More" />}
        </nav>
      )}
    </section>
  )
}

function Turn({ list, page, label }: { list: string; page: number; label: string }) {
  return (
    <Link
      className="link"
      to={`${adminPaths.guarantee()}?list=${list}&page=${page}`}
      discover="none"
    >
      {label}
    </Link>
  )
}

function Claim({ entry, asked }: { entry: DeskEntry; asked: DeskWish }) {
  const { email, startsOn, endsOn, decidedBy, reason, refunds } = entry
  const stuck = refunds.filter(({ state }) => state === 'stuck')
  return (
    <li className="mail-stream">
      <div>
        <p className="wrap-anywhere">
          <strong className="font-semibold">{email ?? 'An account that is deleted'}</strong>
          {`: ${claimInWords(entry)}`}
        </p>
        <p className="soft tabular-nums">
          {`${startsOn ? formatDate(startsOn) : ''} to ${endsOn ? formatDate(endsOn) : ''} · ${sumsInWords(entry)}`}
        </p>
        {decidedBy && <p className="soft">{`Decided by ${decidedBy}: ${reason ?? ''}`}</p>}
        {stuck.map(({ paidOn, amount, problem }) => (
          <p key={paidOn} className="admin-error">
            {`${formatDollars(amount)}, paid ${formatDate(paidOn)}, ${problemInWords(problem)}`}
          </p>
        ))}
      </div>
      <Decide entry={entry} asked={asked} hasStuck={stuck.length > 0} />
    </li>
  )
}

/** The possible decisions on a claim, each with a reason for the audit. */
function Decide({
  entry,
  asked,
  hasStuck,
}: {
  entry: DeskEntry
  asked: DeskWish
  hasStuck: boolean
}) {
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [reason, setReason] = useState('')
  const { withProof, dialog } = useProof()
  const { id, state, email } = entry
  const canPay = ['refused', 'waiting', 'held'].includes(state) || (state === 'paying' && hasStuck)
  if (!canPay) return null

  async function decide(decision: DecideClaim['decision']) {
    setBusy(true)
    try {
      const address = withParameters(`${ADMIN_CALLS.guarantee}/${id}/decision`, asked)
      const answer = await withProof(() =>
        browserApi.request('POST', address, { decision, reason }),
      )
      showGuaranteeDesk(queryClient, asked, (await answer.json()) as GuaranteeDesk)
    } catch (error) {
      if (error instanceof GivenUp) return
      showToast(changeFailureToast(error))
      await refreshGuaranteeDesk(queryClient, asked)
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="mail-stream-do">
      <input
        className="input"
        aria-label={`Why, of ${email ?? 'a deleted account'}`}
        placeholder="Why"
        maxLength={REASON_MAX}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <Button variant="tool" isBusy={isBusy} onClick={() => decide('pay')}>
        {hasStuck ? 'Try again' : state === 'held' ? 'Pay now' : 'Pay it'}
      </Button>
      {state === 'paying' && (
        <Button variant="tool-bare" isBusy={isBusy} onClick={() => decide('paid-by-hand')}>
          Paid another way
        </Button>
      )}
      {state === 'waiting' && (
        <Button variant="tool-bare" isBusy={isBusy} onClick={() => decide('refuse')}>
          Refuse it
        </Button>
      )}
      {dialog}
    </div>
  )
}
