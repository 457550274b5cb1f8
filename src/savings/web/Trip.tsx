import { Link } from 'react-router'
import { DealPicture } from '#app/deals/web/cards/DealPicture.tsx'
import type { TripEntry, TripOutcome } from '#app/savings/savings.contract.ts'
import {
  basisWords,
  ledgerChangeWords,
  noughtWords,
  outcomeWords,
  stateWords,
} from '#app/savings/savings.copy.ts'
import { businessDay, formatMoment, formatShortDate } from '#app/shared/dates.ts'
import { formatDollars, formatShortPrice } from '#app/shared/money.ts'
import { paths } from '#app/shared/paths.ts'
import { BoughtFields } from './BoughtFields.tsx'
import { SayForm } from './SayForm.tsx'

type Props = { trip: TripEntry; page: number; today: string }

/** Shows a trip: the prices shown then, its outcome, and the possible answers. */
export function Trip({ trip, page, today }: Props) {
  const { number, at, deal, brandName, outcome } = trip
  const isCounted = outcome?.state === 'recorded' || outcome?.state === 'confirmed'
  return (
    <li className="told trip" data-ended={isOver(outcome) || undefined}>
      {deal ? (
        <DealPicture deal={deal} sizes="6rem" />
      ) : (
        <div className="pic">
          <span className="pic-none">{brandName || 'Not listed'}</span>
        </div>
      )}
      <div className="min-w-0">
        <p className="brand">{brandName || 'A piece'}</p>
        {deal?.productName && (
          <h3 className="wrap-anywhere">
            <Link className="link" to={paths.deal(deal.id)} discover="none">
              {deal.productName}
            </Link>
          </h3>
        )}
        <Shown trip={trip} />
        {outcome && <Became outcome={outcome} />}
        <Say trip={trip} page={page} today={today} />
        {outcome && outcome.changes.length > 1 && <History outcome={outcome} />}
      </div>
      <div className="trip-end">
        <p>
          <time dateTime={at} title={formatMoment(at)}>
            {dayWords(at)}
          </time>
        </p>
        {outcome && outcome.state !== 'open' && (
          <p className="trip-state">{stateWords(outcome.state)}</p>
        )}
        {isCounted && (
          <p className="trip-saving">
            <span className="sr">Saved </span>
            {formatDollars(outcome.saving)}
          </p>
        )}
        {number && <p className="trip-number">{number}</p>}
      </div>
    </li>
  )
}

function isOver(outcome: TripOutcome | null): boolean {
  return outcome !== null && ['not-bought', 'returned', 'rejected'].includes(outcome.state)
}

function dayWords(at: string): string {
  return formatShortDate(businessDay(new Date(at)))
}

/** The prices shown when the trip was made. */
function Shown({ trip: { number, was, now, basis, isProven } }: { trip: TripEntry }) {
  if (number === null) return <p className="text-sm text-ink-soft">Bought without a trip</p>
  const words = [
    ...(now === null ? [] : [`${formatShortPrice(now)} then`]),
    ...(was === null ? [] : [`before that ${formatShortPrice(was)}`]),
    ...(was === null && basis !== 'unknown' ? [] : [basisWords({ basis, isProven }).toLowerCase()]),
  ]
  return <p className="text-sm text-ink-soft">{words.join(' · ') || 'Price not available'}</p>
}

function Became({ outcome }: { outcome: TripOutcome }) {
  const { state, noughtWhy, waitsFor, reason } = outcome
  const words = outcomeWords(outcome)
  const isBought = state === 'recorded' || state === 'confirmed'
  if (!words) return null
  return (
    <p className="mt-1 text-sm" data-said>
      {words}
      {isBought && noughtWhy && ` ${noughtWords(noughtWhy)}`}
      {reason && ` ${reason}`}
      {waitsFor === 'price' &&
        ' The report has no price of the piece: the one that was shown is taken, and we look at it before it decides anything.'}
      {waitsFor === 'return' &&
        ' It may have gone back, by your word or by the retailer’s report. We look at it before it decides anything.'}
    </p>
  )
}

function Say({ trip, page, today }: Props) {
  const { number, at, now, outcome, mayChange, brandName } = trip
  if (number === null || mayChange.length === 0) return null
  const isAsked = outcome === null || outcome.state === 'open' || outcome.waitsFor === 'price'
  const fields = (
    <BoughtFields
      price={outcome?.paid ?? now}
      day={outcome && outcome.state !== 'open' ? outcome.boughtOn : businessDay(new Date(at))}
      from={businessDay(new Date(at))}
      today={today}
      what={brandName}
    />
  )
  const of = <span className="sr">{`: ${brandName}`}</span>
  if (isAsked && mayChange.includes('bought')) {
    return (
      <SayForm page={page} trip={number}>
        <fieldset>
          <legend className="trip-question">
            {outcome?.waitsFor === 'price' ? 'What did you pay for it?' : 'Did you buy it?'}
            {of}
          </legend>
          {fields}
          <div className="trip-answers">
            <button type="submit" name="answer" value="bought" className="button button-quiet">
              Bought{of}
            </button>
            {mayChange.includes('not-bought') && (
              <button
                type="submit"
                name="answer"
                value="not-bought"
                className="button button-quiet"
              >
                Not bought{of}
              </button>
            )}
          </div>
        </fieldset>
      </SayForm>
    )
  }
  // Separate forms, because Enter in the price field submits the first button of its form.
  return (
    <div className="trip-later">
      {mayChange.includes('returned') && (
        <SayForm page={page} trip={number}>
          <button type="submit" name="answer" value="returned" className="text-button">
            Returned{of}
          </button>
        </SayForm>
      )}
      {mayChange.includes('bought') && (
        <SayForm page={page} trip={number}>
          {/* The key closes it again, showing the stored values, after a change was saved. */}
          <details className="trip-change" key={outcome?.changes.length}>
            <summary className="text-button">Change{of}</summary>
            {fields}
            <div className="trip-answers">
              <button type="submit" name="answer" value="bought" className="button button-quiet">
                Bought{of}
              </button>
              {mayChange.includes('not-bought') && outcome?.state !== 'not-bought' && (
                <button
                  type="submit"
                  name="answer"
                  value="not-bought"
                  className="button button-quiet"
                >
                  Not bought{of}
                </button>
              )}
            </div>
          </details>
        </SayForm>
      )}
    </div>
  )
}

function History({ outcome: { changes } }: { outcome: TripOutcome }) {
  return (
    <details className="trip-history">
      <summary>What was said, and when</summary>
      <ol>
        {changes.map((change) => (
          <li key={`${change.at} ${change.what}`}>
            {`${formatMoment(change.at)}: ${ledgerChangeWords(change)}`}
          </li>
        ))}
      </ol>
    </details>
  )
}
