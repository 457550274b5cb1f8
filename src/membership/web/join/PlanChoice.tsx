import type { Plan } from '#app/shared/offer.ts'
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
      {offer.sold.map((plan) => (
        <label key={plan.key} className="plan">
          <input
            type="radio"
            name="plan"
            value={plan.key}
            checked={plan.key === chosen}
            onChange={() => onChoose(plan.key)}
          />
          <span className="plan-name">
            {plan.name}
            {plan.salePrice && (
              <span className="plan-note">{`Sale until ${offer.saleLastDay}`}</span>
            )}
          </span>
          <Price plan={plan} />
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
