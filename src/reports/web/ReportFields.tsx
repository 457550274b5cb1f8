import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { Deal } from '#app/deals/deals.contract.ts'
import { REPORT_WORDS } from '#app/reports/reports.copy.ts'
import {
  LONGEST_SIZE_TOLD,
  LONGEST_WORDS,
  REPORT_KINDS,
  type ReportKind,
} from '#app/reports/reports.facts.ts'
import type { ReportField } from './report-form.rules.ts'
import './report.css'

export type ReportProblem = { field?: ReportField | undefined; error: string }

type Props = {
  deal: Deal
  /** Kinds reported today: they are not asked again. */
  told: readonly ReportKind[]
  problem: ReportProblem | undefined
}

/**
 * The fields of a report: kinds, and the details of the chosen kind, which the style sheet reveals so that it
 * works before scripts have loaded.
 */
export function ReportFields({ deal, told, problem }: Props) {
  const root = useRef<HTMLFieldSetElement>(null)
  const errorId = useId()
  useEffect(() => {
    if (!problem) return
    const name = problem.field ?? 'kind'
    root.current?.querySelector<HTMLElement>(`[name="${name}"]:not(:disabled)`)?.focus()
  }, [problem])
  const said = problem && (
    <p id={errorId} className="field-error" role="alert">
      {problem.error}
    </p>
  )
  const saidAt = (field: ReportField) => (problem?.field === field ? said : null)
  const wrong = (field: ReportField) =>
    problem?.field === field ? { 'aria-invalid': true, 'aria-describedby': errorId } : {}

  return (
    <fieldset ref={root} className="report" aria-describedby={problem ? errorId : undefined}>
      <legend className="sr">What is wrong?</legend>
      {REPORT_KINDS.map((kind) => {
        const isTold = told.includes(kind)
        return (
          <div key={kind} className="report-kind">
            <label>
              <input type="radio" name="kind" value={kind} disabled={isTold} {...wrong('kind')} />
              <span>{REPORT_WORDS[kind]}</span>
              {isTold && <span className="report-told">You told us today</span>}
            </label>
            {kind === 'price' && (
              <label className="report-more">
                What did you see? In US dollars
                <input
                  className="input"
                  name="seenPrice"
                  inputMode="decimal"
                  autoComplete="off"
                  maxLength={20}
                  {...wrong('seenPrice')}
                />
                {saidAt('seenPrice')}
              </label>
            )}
            {kind === 'size' && (
              <WhichSize deal={deal} invalid={wrong('size')}>
                {saidAt('size')}
              </WhichSize>
            )}
            {kind === 'other' && (
              <label className="report-more">
                {`What is it? In ${LONGEST_WORDS} characters`}
                <textarea
                  className="input"
                  name="words"
                  rows={3}
                  maxLength={LONGEST_WORDS}
                  {...wrong('words')}
                />
                {saidAt('words')}
              </label>
            )}
          </div>
        )
      })}
      {/* An error of a field is shown at that field. */}
      {(!problem?.field || problem.field === 'kind') && said}
    </fieldset>
  )
}

type SizeProps = { deal: Deal; invalid: object; children: ReactNode }

function WhichSize({ deal: { sizes }, invalid, children }: SizeProps) {
  const id = useId()
  return (
    <div className="report-more">
      <label htmlFor={id}>Which size?</label>
      {sizes.length > 0 ? (
        <select id={id} className="select" name="size" defaultValue="" {...invalid}>
          <option value="">Choose</option>
          {sizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          className="input"
          name="size"
          autoComplete="off"
          maxLength={LONGEST_SIZE_TOLD}
          {...invalid}
        />
      )}
      {children}
    </div>
  )
}
