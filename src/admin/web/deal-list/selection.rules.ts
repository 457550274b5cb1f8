/** The selected deals, and the anchor of a Shift selection. */
export type Selection = { ids: ReadonlySet<string>; anchor: string | undefined }

export const NOTHING: Selection = { ids: new Set(), anchor: undefined }

export function toggle({ ids }: Selection, id: string): Selection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id }
}

/** Selects everything from the anchor to this deal. `order` lists the loaded deals from top to bottom. */
export function extendTo(selection: Selection, id: string, order: readonly string[]): Selection {
  const from = selection.anchor === undefined ? -1 : order.indexOf(selection.anchor)
  const to = order.indexOf(id)
  if (from < 0 || to < 0) return { ids: new Set([...selection.ids, id]), anchor: id }
  const between = order.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { ids: new Set([...selection.ids, ...between]), anchor: selection.anchor }
}

/** Selects all of these, or none if all are selected. */
export function toggleAll({ ids, anchor }: Selection, all: readonly string[]): Selection {
  const areAllChosen = all.every((id) => ids.has(id))
  const next = new Set(ids)
  for (const id of all) {
    if (areAllChosen) next.delete(id)
    else next.add(id)
  }
  return { ids: next, anchor }
}

/** Removes these from the selection, such as after a deletion. */
export function without({ ids, anchor }: Selection, gone: Iterable<string>): Selection {
  const next = new Set(ids)
  for (const id of gone) next.delete(id)
  return { ids: next, anchor: anchor !== undefined && next.has(anchor) ? anchor : undefined }
}
