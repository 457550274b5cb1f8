import { LIST_COLUMNS, type ListColumn } from '#app/admin/views.facts.ts'

/** The parameter of addresses that lists the hidden columns. */
const NAME = 'without'

export function hiddenColumns(search: URLSearchParams): ListColumn[] {
  const named = (search.get(NAME) ?? '').split(',')
  return LIST_COLUMNS.filter((column) => named.includes(column))
}

/** Returns the address with these columns hidden. */
export function withHidden(search: URLSearchParams, hidden: readonly ListColumn[]) {
  const next = new URLSearchParams(search)
  if (hidden.length > 0) next.set(NAME, hidden.join(','))
  else next.delete(NAME)
  return next
}
