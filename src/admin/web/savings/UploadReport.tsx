import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { SheetColumns } from '#app/admin/web/bulk-upload/SheetColumns.tsx'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import { changeFailureText } from '#app/admin/web/shell/failures.ts'
import type { SheetChoices } from '#app/deals/editing/sheet-choices.contract.ts'
import { LONGEST_NETWORK } from '#app/deals/registry.facts.ts'
import type { NetworkReportOutcome } from '#app/savings/savings-desk.contract.ts'
import { countOf, formatCount } from '#app/shared/counts.ts'
import { Button } from '#app/ui/Button.tsx'
import { Field } from '#app/ui/Field.tsx'
import { upload } from '#app/web/api/upload.ts'
import { NetworkReportRows } from './NetworkReportRows.tsx'
import { refreshSavingsDesk } from './queries.ts'

/** Uploads a network's report: a dry run first, written once a person confirms. */
export function UploadReport() {
  const queryClient = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [outcome, setOutcome] = useState<NetworkReportOutcome>()
  const [choices, setChoices] = useState<SheetChoices>({})
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function send(wish: { isDryRun: boolean; skipsBad: boolean }, said = choices) {
    if (!form.current || isBusy) return
    const body = new FormData(form.current)
    body.set('dryRun', String(wish.isDryRun))
    body.set('skipBad', String(wish.skipsBad))
    body.set('choices', JSON.stringify(said))
    setBusy(true)
    setError(undefined)
    try {
      setOutcome(await upload<NetworkReportOutcome>(ADMIN_CALLS.networkReports, { form: body }))
    } catch (failure) {
      setOutcome(undefined)
      setError(changeFailureText(failure))
    }
    // The report may have been stored in spite of the error.
    if (!wish.isDryRun) await refreshSavingsDesk(queryClient)
    setBusy(false)
  }

  function tryIt(event: FormEvent) {
    event.preventDefault()
    void send({ isDryRun: true, skipsBad: false })
  }

  function say(said: SheetChoices) {
    setChoices(said)
    void send({ isDryRun: true, skipsBad: false }, said)
  }

  /** Another sheet starts without any choices. */
  function startAnew() {
    setOutcome(undefined)
    setChoices({})
  }

  return (
    <section className="panel" aria-labelledby="report-upload">
      <h2 id="report-upload" className="panel-title">
        A network’s report
      </h2>
      <p className="soft">
        A sheet (.xlsx, .xls or .csv) with trip number, date, value, commission and state; an order
        number and the item’s price where the network has them. It is tried first.
      </p>
      <form ref={form} className="report-form" onSubmit={tryIt} onChange={startAnew}>
        <Field label="Network" name="network" required maxLength={LONGEST_NETWORK} />
        <Field label="Sheet" name="file" type="file" required accept=".xlsx,.xls,.csv" />
        <Button type="submit" variant="tool-main" isBusy={isBusy}>
          Try it
        </Button>
      </form>
      {error && (
        <p className="admin-error" role="alert">
          {error}
        </p>
      )}
      {outcome && (
        <Outcome
          outcome={outcome}
          isBusy={isBusy}
          choices={choices}
          onSay={say}
          onTake={(skipsBad) => send({ isDryRun: false, skipsBad })}
        />
      )}
    </section>
  )
}

type Props = {
  outcome: NetworkReportOutcome
  isBusy: boolean
  choices: SheetChoices
  onSay: (choices: SheetChoices) => void
  onTake: (skipsBad: boolean) => void
}

function Outcome({ outcome, isBusy, choices, onSay, onTake }: Props) {
  const { reportId, newCount, problemCount, rowCount, notes, sheet } = outcome
  return (
    <div className="report-outcome">
      <p role="status">
        {reportId ? `Taken: ${said(outcome)}.` : `${countOf(rowCount, 'row')}: ${said(outcome)}.`}
      </p>
      {notes.map((note) => (
        <p key={note} className="soft">
          {note}
        </p>
      ))}
      {!reportId && <SheetColumns sheet={sheet} choices={choices} isNeedy onSay={onSay} />}
      {!reportId && newCount > 0 && (
        <Button variant="tool-main" isBusy={isBusy} onClick={() => onTake(problemCount > 0)}>
          {problemCount > 0
            ? `Take ${countOf(newCount, 'row')} without the bad ones`
            : `Take ${countOf(newCount, 'row')}`}
        </Button>
      )}
      <NetworkReportRows outcome={outcome} />
    </div>
  )
}

function said(outcome: NetworkReportOutcome): string {
  const { confirmed, returned, rejected, knownCount, badRowCount, ownerless } = outcome
  const parts: Array<[number, string]> = [
    [knownCount, 'known already'],
    [ownerless, 'of accounts that are gone'],
    [badRowCount, 'wrong'],
  ]
  return [
    `${formatCount(confirmed)} confirmed`,
    `${formatCount(returned)} returned`,
    `${formatCount(rejected)} rejected`,
    ...parts.filter(([count]) => count > 0).map(([count, what]) => `${formatCount(count)} ${what}`),
  ].join(', ')
}
