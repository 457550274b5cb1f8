import { paths } from '#app/shared/paths.ts'
import { askByForm } from './ask-by-form.ts'
import { filtersOf } from './choosing.rules.ts'
import { HiddenFields } from './HiddenFields.tsx'
import { PriceFields } from './PriceFields.tsx'

/** A form for a custom price range that also works without scripts. */
export function PriceForm({ what }: { what: string }) {
  const { min, max } = filtersOf(what)
  return (
    <form method="get" action={paths.dailyDeals()} className="facet-price" onSubmit={askByForm}>
      <HiddenFields what={what} except={['min', 'max']} />
      <PriceFields min={min} max={max} />
    </form>
  )
}
