import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '#app/admin/paths.facts.ts'
import { DealThumb } from '#app/admin/web/deal-form/DealThumb.tsx'
import { parsePrice } from '#app/deals/prices/price-reading.facts.ts'
import { HOME_CURRENCY } from '#app/deals/prices/rates.facts.ts'
import type { ReportDecision } from '#app/reports/reports.facts.ts'
import type { ReportCase } from '#app/reports/reports-desk.contract.ts'
import { formatCount } from '#app/shared/counts.ts'
import { formatMoment } from '#app/shared/dates.ts'
import { formatDollars } from '#app/shared/money.ts'
import { Button } from '#app/ui/Button.tsx'
import { Evidence } from './Evidence.tsx'
import { ToldEntry } from './ToldEntry.tsx'
import { DECISION_WORDS } from './words.copy.ts'

type Props = {
  open: ReportCase
  isBusy: boolean
  onDecide: (decision: ReportDecision, price?: number) => void
  onLook: () => void
}

/** A deal beside the reports on it, the evidence, and the possible decisions. */
export function Case({ open, isBusy, onDecide, onLook }: Props) {
  const { deal, saidGoneAt, reports, total } = open
  // Of more reports than are listed, others may name sizes.
  const hasSizes = total > reports.length || reports.some(({ kind }) => kind === 'size')
  return (
    <article className="case" aria-labelledby="case">
      <header className="case-head">
        <DealThumb pictureKey={deal.dealCardImageUrl} placeholder={deal.imagePlaceholder} />
        <div>
          <h2 id="case" className="case-name" tabIndex={-1}>
            {`${deal.brandName} ${deal.productName}`}
          </h2>
          <p>
            {deal.salePrice === null ? 'No price' : formatDollars(deal.salePrice)}
            {deal.originalPrice !== null && (
              <span className="soft">{` · was ${formatDollars(deal.originalPrice)}`}</span>
            )}
            <span className="soft">{` · at ${deal.retailer || deal.domain}`}</span>
          </p>
          <p className="case-links">
            <a className="text-link" href={deal.buyUrl} target="_blank" rel="noopener noreferrer">
              Open the shop<span className="sr"> (opens in a new tab)</span>
            </a>
            <Link className="text-link" to={`${adminPaths.deals()}?ids=${deal.id}#manage-deals`}>
              Edit the deal
            </Link>
            <button type="button" className="text-link" onClick={onLook}>
              Look again
            </button>
          </p>
        </div>
      </header>
      {saidGoneAt && (
        <p className="case-flag">{`Everybody reads ‘Members say it may be gone’ since ${formatMoment(saidGoneAt)}.`}</p>
      )}
      <h3 className="panel-title">What was told</h3>
      <ul className="case-told">
        {reports.map((report) => (
          <ToldEntry key={report.id} report={report} />
        ))}
      </ul>
      {total > reports.length && (
        <p className="soft">{`And ${formatCount(total - reports.length)} more. An answer goes to all of them.`}</p>
      )}
      <fieldset className="case-decide" disabled={isBusy}>
        <legend className="panel-title">What do you find?</legend>
        {DECISION_WORDS.map(({ decision, key, words }) => (
          <Button
            key={decision}
            variant="tool"
            disabled={decision === 'size-off' && !hasSizes}
            aria-keyshortcuts={key}
            onClick={() => onDecide(decision)}
          >
            {words} <kbd className="kbd">{key}</kbd>
          </Button>
        ))}
        <CorrectPrice key={deal.id} open={open} onDecide={onDecide} />
      </fieldset>
      <Evidence dealId={deal.id} />
    </article>
  )
}

/** In the currency of the shop. Prefilled with the reported price only in dollars, which members report in. */
function CorrectPrice({ open, onDecide }: Pick<Props, 'open' | 'onDecide'>) {
  const isInDollars = open.deal.currency === HOME_CURRENCY
  const told = open.reports.findLast(({ seenPrice }) => seenPrice !== null)?.seenPrice
  const seen = isInDollars ? told : undefined
  const [typed, setTyped] = useState(seen == null ? '' : String(seen))
  const [error, setError] = useState<string>()

  function send(event: FormEvent) {
    event.preventDefault()
    const price = parsePrice(typed)
    if (!('cents' in price) || !price.cents) return setError('A price as a number, such as 419.50')
    setError(undefined)
    onDecide('price', price.cents / 100)
  }

  return (
    <form className="case-price" onSubmit={send}>
      <label>
        {`It costs ${isInDollars ? '$' : open.deal.currency}`}
        <input
          className="input"
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error ? 'case-price-error' : undefined}
          onChange={({ target }) => setTyped(target.value)}
        />
      </label>
      <Button type="submit" variant="tool">
        Correct the price
      </Button>
      {error && (
        <span id="case-price-error" className="admin-error" role="alert">
          {error}
        </span>
      )}
    </form>
  )
}
