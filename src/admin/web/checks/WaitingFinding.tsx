import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import type { DecideFinding, DeskFinding } from '#app/admin/checks-desk.contract.ts'
import { adminPaths } from '#app/admin/paths.facts.ts'
import { isCheckedEnd } from '#app/checks/checks.facts.ts'
import { parsePrice } from '#app/deals/prices/price-reading.facts.ts'
import { HOME_CURRENCY } from '#app/deals/prices/rates.facts.ts'
import { formatMoment } from '#app/shared/dates.ts'
import { Button } from '#app/ui/Button.tsx'
import { canBeAccepted, isBackAt, priceToBeginFrom } from './deciding.rules.ts'
import { acceptInWords, beforeLabel, endsAtInWords, findingInWords } from './words.copy.ts'

type Props = {
  finding: DeskFinding
  isBusy: boolean
  onDecide: (id: number, decision: DecideFinding) => void
  onNever: (retailerId: string, retailer: string) => void
}

/** A finding that waits for a person, with the possible decisions. */
export function WaitingFinding({ finding, isBusy, onDecide, onNever }: Props) {
  const { id, dealId, deal, retailer, retailerId, link, foundAt, evidence, kind } = finding
  const isOfPrice = dealId !== null && !['sold-out', 'gone', 'back'].includes(kind)
  // One of many ends at a retailer: the question is about the retailer.
  const isEnd = isCheckedEnd(kind)
  return (
    <li className="finding">
      <div>
        <h3 className="finding-name">{deal ?? retailer}</h3>
        <p>{findingInWords(finding)}</p>
        <p className="soft">{`${deal ? `${retailer} · ` : ''}${formatMoment(foundAt)}`}</p>
        <p className="finding-links">
          {link && (
            <a className="text-link" href={link} target="_blank" rel="noopener noreferrer">
              Open the shop<span className="sr"> (opens in a new tab)</span>
            </a>
          )}
          {dealId && (
            <Link className="text-link" to={`${adminPaths.deals()}?ids=${dealId}#manage-deals`}>
              Edit the deal
            </Link>
          )}
        </p>
        {evidence && (
          <details className="finding-evidence">
            <summary>What the page says</summary>
            <pre>{evidence}</pre>
          </details>
        )}
      </div>
      <fieldset className="finding-decide" disabled={isBusy}>
        <legend className="sr">{`What to do about ${deal ?? retailer}`}</legend>
        {canBeAccepted(finding) && (
          <Button
            variant={isEnd ? 'tool' : 'tool-main'}
            onClick={() => onDecide(id, { decision: 'accept' })}
          >
            {acceptInWords(kind)}
          </Button>
        )}
        <Button variant="tool" onClick={() => onDecide(id, { decision: 'ignore' })}>
          Ignore
        </Button>
        <Button variant="tool" onClick={() => onDecide(id, { decision: 'look-again' })}>
          Look again
        </Button>
        <Button variant="tool-bare" onClick={() => onNever(retailerId, retailer)}>
          Never check this retailer
        </Button>
        {isOfPrice && <CorrectFinding finding={finding} onDecide={onDecide} />}
      </fieldset>
    </li>
  )
}

function CorrectFinding({ finding, onDecide }: Pick<Props, 'finding' | 'onDecide'>) {
  const { id, was, basis, soldIn } = finding
  const [price, setPrice] = useState(priceToBeginFrom(finding))
  const [earlier, setEarlier] = useState(was === null ? '' : String(was))
  const [error, setError] = useState<string>()

  const unit = soldIn === HOME_CURRENCY ? '$' : soldIn

  function send(event: FormEvent) {
    event.preventDefault()
    const [read, readWas] = [parsePrice(price), parsePrice(earlier)]
    if (!('cents' in read) || !read.cents || !('cents' in readWas)) {
      return setError('Prices as numbers, such as 419.50')
    }
    setError(undefined)
    const [now, before] = [read.cents / 100, readWas.cents === null ? null : readWas.cents / 100]
    if (isBackAt(now, before) && !confirm(endsAtInWords(now, soldIn))) return
    onDecide(id, { decision: 'correct', price: now, was: before })
  }

  return (
    <form className="finding-price" onSubmit={send}>
      <label>
        {`Now ${unit}`}
        <input
          className="input"
          inputMode="decimal"
          autoComplete="off"
          value={price}
          aria-invalid={error !== undefined || undefined}
          onChange={({ target }) => setPrice(target.value)}
        />
      </label>
      <label>
        {`${beforeLabel(basis)} ${unit}`}
        <input
          className="input"
          inputMode="decimal"
          autoComplete="off"
          value={earlier}
          onChange={({ target }) => setEarlier(target.value)}
        />
      </label>
      <Button type="submit" variant={canBeAccepted(finding) ? 'tool' : 'tool-main'}>
        Correct
      </Button>
      {error && (
        <span className="admin-error" role="alert">
          {error}
        </span>
      )}
    </form>
  )
}
