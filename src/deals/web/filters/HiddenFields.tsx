import type { FilterName } from '#app/deals/filters/filters.facts.ts'

type Props = {
  what: string
  /** The form's own fields. */
  except: FilterName[]
}

/** Hidden fields that keep the other filters when a form is sent. */
export function HiddenFields({ what, except }: Props) {
  return [...new URLSearchParams(what)]
    .filter(([name]) => !except.includes(name as FilterName))
    .map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}
