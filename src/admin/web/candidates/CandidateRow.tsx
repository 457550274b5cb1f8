import { Link } from 'react-router'
import { adminPaths } from '#app/admin/paths.facts.ts'
import type { Candidate } from '#app/product-feeds/product-feeds.contract.ts'
import { formatMoment } from '#app/shared/dates.ts'
import { Button } from '#app/ui/Button.tsx'
import { CandidateThumb } from './CandidateThumb.tsx'
import {
  amountInWords,
  candidateFacts,
  candidateName,
  dismissalInWords,
  knownInWords,
} from './words.copy.ts'

type Props = {
  candidate: Candidate
  isChosen: boolean
  isBusy: boolean
  onChoose: (isChosen: boolean, isRange: boolean) => void
  onPick: (isAnyway: boolean) => void
  onDismiss: () => void
  onBringBack: () => void
}

/** A candidate of a feed, with its price and whether it is a deal already. */
export function CandidateRow({
  candidate,
  isChosen,
  isBusy,
  onChoose,
  onPick,
  onDismiss,
  onBringBack,
}: Props) {
  const { brandName, productName, buyUrl, domain, feedName, known, since, dismissed } = candidate
  const { price, was, percentOff, earlierPrice, currency, wasBasis } = candidate
  const name = candidateName(candidate)
  const mayPick = known?.by !== 'link'
  return (
    <li className="candidate" data-chosen={isChosen || undefined} data-candidate={candidate.id}>
      <label className="candidate-choice">
        <input
          type="checkbox"
          checked={isChosen}
          disabled={!mayPick}
          aria-label={`Choose ${name}`}
          onChange={() => {}}
          onClick={({ shiftKey }) => onChoose(!isChosen, shiftKey)}
        />
      </label>
      <CandidateThumb id={candidate.pictureUrl === null ? null : candidate.id} />
      <div className="candidate-what">
        <h2 className="candidate-name">
          <span className="candidate-brand">{brandName || 'No brand'}</span> {productName}
        </h2>
        <p className="soft">{candidateFacts(candidate)}</p>
        <p className="soft">
          <a className="text-link" href={buyUrl} target="_blank" rel="noopener noreferrer">
            {domain}
            <span className="sr">, {name}, opens a new tab</span>
          </a>
          {` · ${feedName}, since ${formatMoment(since)}`}
        </p>
        {dismissed && <p className="candidate-known">{dismissalInWords(dismissed)}</p>}
        {known && (
          <p className="candidate-known">
            {knownInWords(known)}{' '}
            <Link
              className="text-link"
              to={`${adminPaths.deals()}?ids=${known.dealId}#manage-deals`}
              discover="none"
            >
              {known.name}
            </Link>
          </p>
        )}
      </div>
      <div className="candidate-price">
        <p>
          <span className="sr">Price now </span>
          <strong>{amountInWords(price, currency)}</strong>
          {was !== null && (
            <>
              <span className="sr">, before </span> <s>{amountInWords(was, currency)}</s>
            </>
          )}
        </p>
        <p className="soft">
          {percentOff !== null && `${percentOff}% off`}
          {wasBasis === 'rrp' && ' what is recommended'}
        </p>
        {earlierPrice !== null && (
          <p className="soft">{`${earlierPrice > price ? 'Down' : 'Up'} from ${amountInWords(earlierPrice, currency)}`}</p>
        )}
      </div>
      <div className="candidate-do">
        {mayPick && (
          <Button
            variant="tool"
            isBusy={isBusy}
            aria-label={`${known ? 'Make a draft anyway' : 'Make a draft'}: ${name}`}
            onClick={() => onPick(known !== null)}
          >
            {known ? 'Make a draft anyway' : 'Make a draft'}
          </Button>
        )}
        {dismissed ? (
          <Button
            variant="tool"
            isBusy={isBusy}
            data-dismissal
            aria-label={`Bring back: ${name}`}
            onClick={onBringBack}
          >
            Bring back
          </Button>
        ) : (
          mayPick && (
            <Button
              variant="tool"
              isBusy={isBusy}
              data-dismissal
              aria-label={`Dismiss: ${name}`}
              onClick={onDismiss}
            >
              Dismiss
            </Button>
          )
        )}
      </div>
    </li>
  )
}
