import { capitalize } from '#app/shared/counts.ts'
import type { Plan } from '#app/shared/offer.ts'
import type { OfferWords, PlanWords } from './offer.copy.ts'

type Props = {
  offer: OfferWords
  chosen: Plan
  onChoose: (plan: Plan) => void
  isDisabled: boolean
}

/** When only one plan is sold, shows it without a choice. */
export function PlanChoice({ offer, chosen, onChoose, isDisabled }: Props) {
  const [only, ...others] = offer.sold
  if (only && others.length === 0) {
    return (
      <div className="plans">
        <p className="caps mb-3.5">Membership</p>
        <div className="plan">
          <PlanLine plan={only} offer={offer} />
        </div>
      </div>
    )
  }
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
          <PlanLine plan={plan} offer={offer} />
        </label>
      ))}
    </fieldset>
  )
}

/** The plan's name, notes about its price, and the price. */
function PlanLine({ plan, offer }: { plan: PlanWords; offer: OfferWords }) {
  const { name, comesTo, saves, salePrice } = plan
  const notes = [
    salePrice ? `Sale until ${offer.saleLastDay}` : comesTo && capitalize(comesTo),
    saves && `Saves ${saves} a year against monthly`,
  ].filter((note) => note !== undefined)
  return (
    <>
      <span className="plan-name">{name}</span>
      <Price plan={plan} />
      {notes.length > 0 && (
        <span className="plan-notes">
          {notes.map((note) => (
            <span key={note}>{note}</span>
          ))}
        </span>
      )}
    </>
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
