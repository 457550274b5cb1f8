import { useCallback, useMemo, useRef, useState } from 'react'
import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import type { DealListRow } from './rows.rules.ts'
import { extendTo, NOTHING, toggle, toggleAll, without } from './selection.rules.ts'

/** The selected deals, whether they are on the screen or not. */
export function useSelection(rows: readonly DealListRow[]) {
  const [selection, setSelection] = useState(NOTHING)
  // A ref keeps the callbacks below stable, so that memoized rows do not render again.
  const deals = useRef<ManagedDeal[]>([])
  deals.current = useMemo(
    () => rows.flatMap((row) => (row.kind === 'deal' ? [row.deal] : [])),
    [rows],
  )

  return {
    chosen: selection.ids,
    /** Toggles a deal; when extending, selects all from the last one to it. */
    choose: useCallback((id: string, isExtending: boolean) => {
      const order = () => deals.current.map((deal) => deal.id)
      setSelection((all) => (isExtending ? extendTo(all, id, order()) : toggle(all, id)))
    }, []),
    chooseDay: useCallback((day: string) => {
      const ofDay = deals.current.filter(({ createdDay }) => createdDay === day)
      const ids = ofDay.map(({ id }) => id)
      setSelection((all) => toggleAll(all, ids))
    }, []),
    chooseOnly: useCallback((ids: readonly string[]) => {
      setSelection(ids.length > 0 ? { ids: new Set(ids), anchor: undefined } : NOTHING)
    }, []),
    forget: useCallback((id: string) => setSelection((all) => without(all, [id])), []),
  }
}
