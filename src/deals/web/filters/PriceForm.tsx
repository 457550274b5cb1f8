import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { HIGHEST_AMOUNT } from '#app/deals/filters.facts.ts'
import { paths } from '#app/shared/paths.ts'
import { askedFor, feedPath, filtersOf } from './choosing.rules.ts'
import { HiddenFields } from './HiddenFields.tsx'

/** Two prices of one's own: a form that works without scripts too. */
export function PriceForm({ what }: { what: string }) {
  const navigate = useNavigate()
  const { min, max } = filtersOf(what)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = [...new FormData(event.currentTarget)].map(([name, value]) => [
      name,
      String(value),
    ])
    const { what: next } = askedFor(new URLSearchParams(fields as Array<[string, string]>))
    void navigate(feedPath(next), { preventScrollReset: true })
  }

  return (
    <form method="get" action={paths.dailyDeals()} className="facet-price" onSubmit={submit}>
      <HiddenFields what={what} except={['min', 'max']} />
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
    </form>
  )
}
