import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#app/shared/paths.ts'
import { loadAsking } from './asking.ts'
import { feedPath, filtersOf } from './choosing.rules.ts'
import { HiddenFields } from './HiddenFields.tsx'
import { PriceFields } from './PriceFields.tsx'

/** Two prices of one's own: a form that works without scripts too. */
export function PriceForm({ what }: { what: string }) {
  const navigate = useNavigate()
  const { min, max } = filtersOf(what)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)])
    void loadAsking().then(
      ({ askedFor }) => {
        const { what: next } = askedFor(new URLSearchParams(fields as Array<[string, string]>))
        void navigate(feedPath(next), { preventScrollReset: true })
      },
      // The server reads it as well.
      () => form.submit(),
    )
  }

  return (
    <form method="get" action={paths.dailyDeals()} className="facet-price" onSubmit={submit}>
      <HiddenFields what={what} except={['min', 'max']} />
      <PriceFields min={min} max={max} />
    </form>
  )
}
