import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import { changeFailureText } from '#app/admin/web/shell/failures.ts'
import { SheetProblems } from '#app/admin/web/shell/SheetProblems.tsx'
import type { RatesTaken } from '#app/deals/prices/rates.contract.ts'
import { LONGEST_RATES_TEXT } from '#app/deals/prices/rates.facts.ts'
import { Button } from '#app/ui/Button.tsx'
import { Field } from '#app/ui/Field.tsx'
import { upload } from '#app/web/api/upload.ts'
import { showRates } from './queries.ts'
import { takenInWords } from './words.copy.ts'

/** Takes rates as pasted text or as a sheet; errors are shown by row, and then no rate is taken. */
export function TakeRates() {
  const queryClient = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const textId = useId()
  const [outcome, setOutcome] = useState<RatesTaken>()
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function send(isSure: boolean) {
    if (!form.current || isBusy) return
    const body = new FormData(form.current)
    body.set('isSure', String(isSure))
    setBusy(true)
    setError(undefined)
    try {
      const taken = await upload<RatesTaken>(ADMIN_CALLS.rates, { form: body })
      setOutcome(taken)
      showRates(queryClient, taken.desk)
      if (taken.problems.length === 0) form.current.reset()
    } catch (failure) {
      setOutcome(undefined)
      setError(changeFailureText(failure))
    }
    setBusy(false)
  }

  function take(event: FormEvent) {
    event.preventDefault()
    void send(false)
  }

  const problems = outcome?.problems ?? []
  const isDoubtOnly = problems.length > 0 && problems.every(({ isDoubt }) => isDoubt)
  return (
    <section className="panel" aria-labelledby="take-rates">
      <h2 id="take-rates" className="panel-title">
        New rates
      </h2>
      <form ref={form} className="rates-form" onSubmit={take}>
        <label className="rates-text" htmlFor={textId}>
          <span className="rates-label">Paste rates, one a line</span>
          <textarea
            id={textId}
            className="input rates-lines"
            name="text"
            rows={4}
            maxLength={LONGEST_RATES_TEXT}
            spellCheck={false}
            autoComplete="off"
            placeholder={'EUR 1.085\nGBP 2026-11-20 1.27'}
            aria-describedby={`${textId}-about`}
          />
        </label>
        <p id={`${textId}-about`} className="soft rates-about">
          Currency, day and what one of it is in dollars. Without a day it is of today. Or choose a
          sheet with the columns Currency, Day and Dollars.
        </p>
        <Field label="Sheet" name="file" type="file" accept=".xlsx,.xls,.csv" />
        <Button type="submit" variant="tool-main" isBusy={isBusy}>
          Take them
        </Button>
      </form>
      {error && (
        <p className="admin-error" role="alert">
          {error}
        </p>
      )}
      <div role="status">
        {outcome && outcome.taken > 0 && <p className="rates-taken">{takenInWords(outcome)}</p>}
        {problems.length > 0 && (
          <p className="admin-error">
            {isDoubtOnly
              ? 'No rate was taken: look at these first.'
              : 'No rate was taken: mend these, and take them again.'}
          </p>
        )}
      </div>
      {problems.length > 0 && <SheetProblems problems={problems} />}
      {isDoubtOnly && (
        <Button variant="tool" isBusy={isBusy} onClick={() => void send(true)}>
          They are right: take them
        </Button>
      )}
      {outcome?.notes.map((note) => (
        <p key={note} className="soft">
          {note}
        </p>
      ))}
    </section>
  )
}
