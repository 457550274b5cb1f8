import { PLANS, type Plan } from '#app/membership/offer.ts'
import type { OfferWords, PlanWords } from './offer.copy.ts'

type Props = {
  offer: OfferWords
  chosen: Plan
  onChoose: (plan: Plan) => void
  isDisabled: boolean
}

export function PlanChoice({ offer, chosen, onChoose, isDisabled }: Props) {
  return (
    <fieldset className="plans" disabled={isDisabled}>
      <legend className="caps">Choose your plan</legend>
      {PLANS.map((key) => (
        <label key={key} className="plan">
          <input
            type="radio"
            name="plan"
            value={key}
            checked={key === chosen}
            onChange={() => onChoose(key)}
          />
          <span className="plan-name">
            {offer.plans[key].name}
            {offer.plans[key].salePrice && (
              <span className="plan-note">{`Sale until ${offer.saleLastDay}`}</span>
            )}
          </span>
          <Price plan={offer.plans[key]} />
        </label>
      ))}
    </fieldset>
  )
}

function Price({ plan: { price, per, salePrice } }: { plan: PlanWords }) {
  if (!salePrice) {
    return (
      <span className="plan-price">
        <span className="title">{price}</span>
        {` ${per}`}
      </span>
    )
  }
  return (
    <span className="plan-price">
      <span className="title text-oxblood">{salePrice}</span>
      {' the first year, '}
      <s>
        <span className="sr">instead of </span>
        {price}
      </s>
    </span>
  )
}
