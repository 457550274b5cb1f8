import type { Filters } from '#app/deals/filters/filters.facts.ts'
import { HIGHEST_AMOUNT } from '#app/deals/filters/filters.facts.ts'

/** Fields for a custom price range, and the button that applies them. */
export function PriceFields({ min, max }: Pick<Filters, 'min' | 'max'>) {
  return (
    <>
      {[
        { name: 'min', label: 'From $', value: min },
        { name: 'max', label: 'To $', value: max },
      ].map(({ name, label, value }) => (
        <label key={name}>
          <span>{label}</span>
          <input
            className="input"
            name={name}
            type="number"
            inputMode="numeric"
            min={0}
            max={HIGHEST_AMOUNT}
            step={1}
            defaultValue={value}
          />
        </label>
      ))}
      <button type="submit" className="text-button">
        Set
      </button>
    </>
  )
}
