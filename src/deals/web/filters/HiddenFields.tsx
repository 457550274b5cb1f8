import type { FilterName } from '#app/deals/filters/filters.facts.ts'

type Props = {
  what: string
  /** What the form asks itself. */
  except: FilterName[]
}

/** Everything else that is chosen goes along with a form. */
export function HiddenFields({ what, except }: Props) {
  return [...new URLSearchParams(what)]
    .filter(([name]) => !except.includes(name as FilterName))
    .map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}
