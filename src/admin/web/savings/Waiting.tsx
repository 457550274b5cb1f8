import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import { changeFailureText } from '#app/admin/web/shell/failures.ts'
import { LONGEST_REASON } from '#app/savings/savings.facts.ts'
import type { SavingsDesk } from '#app/savings/savings-desk.contract.ts'
import { formatCount } from '#app/shared/counts.ts'
import { formatDate } from '#app/shared/dates.ts'
import { formatDollars } from '#app/shared/money.ts'
import { paths } from '#app/shared/paths.ts'
import { Button } from '#app/ui/Button.tsx'
import { Field } from '#app/ui/Field.tsx'
import { browserApi } from '#app/web/api/api.ts'
import { decisionOf } from './deciding.rules.ts'
import { showSavingsDesk } from './queries.ts'

type Row = SavingsDesk['waiting'][number]

/** Confirmed savings that a person checks before they may count against a guarantee claim. */
export function Waiting({ waiting, count }: { waiting: Row[]; count: number }) {
  return (
    <section className="panel" aria-labelledby="waiting">
      <h2 id="waiting" className="panel-title">
        Waits for a person
      </h2>
      {waiting.length === 0 ? (
        <p className="soft">Nothing. A saving waits where a report has no price of the piece.</p>
      ) : (
        <>
          {count > waiting.length && (
            <p className="soft">{`${formatCount(waiting.length)} of ${formatCount(count)}, the oldest first.`}</p>
          )}
          <ul className="savings-waiting">
            {waiting.map((row) => (
              <WaitingRow key={row.id} row={row} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function whyItWaits({ waitsFor, back }: Row): string {
  if (waitsFor === 'price') return 'no price of the piece'
  if (back > 0) return `${formatDollars(back)} of the order went back`
  return 'the member says it went back'
}

function WaitingRow({ row }: { row: Row }) {
  const queryClient = useQueryClient()
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function decide(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    const decision = decisionOf(new FormData(event.currentTarget, submitter))
    setBusy(true)
    setError(undefined)
    try {
      const answer = await browserApi.request('PUT', `${ADMIN_CALLS.savings}/${row.id}`, decision)
      showSavingsDesk(queryClient, (await answer.json()) as SavingsDesk)
    } catch (failure) {
      setError(changeFailureText(failure))
      setBusy(false)
    }
  }

  return (
    <li>
      <p>
        <Link className="link" to={paths.deal(row.dealId)} discover="none">
          {row.name}
        </Link>
        {`, bought ${formatDate(row.boughtOn)}, trip ${row.tripNumber}`}
      </p>
      <p className="soft">
        {[
          ...(row.was === null ? [] : [`before that ${formatDollars(row.was)}`]),
          ...(row.now === null ? [] : [`shown at ${formatDollars(row.now)}`]),
          `order ${formatDollars(row.order)}`,
          `saving ${formatDollars(row.saving)}`,
          whyItWaits(row),
        ].join(' · ')}
      </p>
      <form className="savings-decide" onSubmit={decide} noValidate>
        <Field
          label="Price of the piece, in $"
          name="paid"
          inputMode="decimal"
          defaultValue={row.paid?.toFixed(2) ?? ''}
        />
        <Field label="Why" name="reason" maxLength={LONGEST_REASON} error={error} />
        <Button type="submit" name="decision" value="counts" variant="tool-main" isBusy={isBusy}>
          It counts
        </Button>
        <Button type="submit" name="decision" value="returned" variant="tool" isBusy={isBusy}>
          It went back
        </Button>
        <Button type="submit" name="decision" value="rejected" variant="tool" isBusy={isBusy}>
          It does not count
        </Button>
      </form>
    </li>
  )
}
