import { type KeyboardEvent, useRef } from 'react'
import { Link } from 'react-router'
import { DealThumb } from '#app/admin/web/deal-form/DealThumb.tsx'
import type { ReportDecision } from '#app/reports/reports.facts.ts'
import type { ReportCase } from '#app/reports/reports-desk.contract.ts'
import { countOf } from '#app/shared/counts.ts'
import { decisionOfKey, kindsInWords, minutesInWords } from './words.copy.ts'

type Props = {
  cases: ReportCase[]
  now: string
  openId: string | undefined
  chosen: ReadonlySet<string>
  addressOf: (dealId: string) => string
  onChoose: (dealId: string) => void
  onDecide: (decision: ReportDecision, dealId: string) => void
}

/** Deals with open reports. With the focus on one, keys move, select and decide. */
export function CaseList({ cases, now, openId, chosen, addressOf, onChoose, onDecide }: Props) {
  const list = useRef<HTMLUListElement>(null)

  function press(event: KeyboardEvent, index: number, dealId: string) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key]
    const decision = decisionOfKey(event.key)
    if (step === undefined && event.key !== 'x' && !decision) return
    event.preventDefault()
    if (step) list.current?.querySelectorAll<HTMLElement>('.queue-link')[index + step]?.focus()
    else if (decision) onDecide(decision, dealId)
    else onChoose(dealId)
  }

  return (
    <ul className="queue" ref={list}>
      {cases.map(({ deal, saidGoneAt, reports, total }, index) => {
        const [first] = reports
        const age = first ? (Date.parse(now) - Date.parse(first.reportedAt)) / 60_000 : 0
        const name = `${deal.brandName} ${deal.productName}`
        return (
          <li key={deal.id} className="queue-row">
            <label className="queue-choose">
              <input
                type="checkbox"
                checked={chosen.has(deal.id)}
                onChange={() => onChoose(deal.id)}
              />
              <span className="sr">{`Choose ${name}`}</span>
            </label>
            <Link
              className="queue-link"
              to={addressOf(deal.id)}
              aria-current={deal.id === openId || undefined}
              preventScrollReset
              onKeyDown={(event) => press(event, index, deal.id)}
            >
              <DealThumb pictureKey={deal.dealCardImageUrl} placeholder={deal.imagePlaceholder} />
              <span className="queue-words">
                <strong>{name}</strong>
                <span>{kindsInWords({ reports })}</span>
                <span className="soft">
                  {total > 0 && `${countOf(total, 'report')}, the first ${minutesInWords(age)} ago`}
                </span>
                {saidGoneAt && <span className="queue-flag">May be gone</span>}
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
