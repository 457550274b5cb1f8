import './deal-list.css'
import { useCallback, useMemo, useRef, useState } from 'react'
import { EditDealDialog } from '#app/admin/web/deal-form/EditDealDialog.tsx'
import {
  type BulkAction,
  type DealFlags,
  failureDetails,
} from '#app/admin/web/shell/deal-list-calls.ts'
import { useFreshDeals } from '#app/admin/web/shell/own-changes.ts'
import type { ManagedDeal } from '#app/deals/managed-deal.contract.ts'
import { useHydrated } from '#app/web/use-hydrated.ts'
import { useSpoken } from './announcements.ts'
import { BulkActions } from './BulkActions.tsx'
import { MOST_AT_ONCE, useDealActions } from './bulk-actions.ts'
import { useCommands } from './commands.ts'
import { useCursor } from './cursor.ts'
import type { RowTools } from './DealRow.tsx'
import { EmptyList } from './EmptyList.tsx'
import { hasListFilters } from './filters.rules.ts'
import { useDealChanges } from './flag-changes.ts'
import { KeyHelp } from './KeyHelp.tsx'
import { useListKeys, usePageKeys } from './keyboard.ts'
import { ListFailure } from './ListFailure.tsx'
import { useFilters } from './list-address.ts'
import { useListRows } from './list-state.ts'
import { useOnline } from './online.ts'
import { dayInToronto } from './rows.rules.ts'
import { useChosen } from './selection.ts'
import { Toolbar } from './Toolbar.tsx'
import { VirtualList } from './VirtualList.tsx'
import type { ListWindow } from './virtual-window.ts'

/** Every deal of the club, the newest first: found, chosen, switched, edited, deleted. */
export function DealList() {
  const section = useRef<HTMLElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const view = useRef<ListWindow>(undefined)
  const isHydrated = useHydrated()
  const isOnline = useOnline()
  const [spoken, say] = useSpoken()
  const { filters, setFilter, clear } = useFilters()
  const { change, errors, pending, fail, forgive } = useDealChanges(say)
  const actions = useDealActions({ say, fail })
  const list = useListRows(filters, actions.gone)
  const cursor = useCursor({ rows: list.rows, view, section })
  const fresh = useFreshDeals()
  const { chosen, choose, chooseDay, chooseOnly, forget } = useChosen(list.rows)
  const [editing, setEditing] = useState<string>()
  const [isHelping, setIsHelping] = useState(false)
  const [hasPageKeys, setHasPageKeys] = usePageKeys()
  const today = isHydrated ? dayInToronto(new Date()) : undefined

  const remove = useCallback(
    (deal: ManagedDeal) => {
      forget(deal.id)
      void actions.deleteOne(deal)
    },
    [actions.deleteOne, forget],
  )
  const tools: RowTools = useMemo(
    () => ({
      onEnter: cursor.enter,
      onSelect: choose,
      onSelectDay: chooseDay,
      onChange: (deal: ManagedDeal, wanted: DealFlags) => void change(deal, wanted),
      onEdit: setEditing,
      onDelete: remove,
      onForgive: forgive,
    }),
    [cursor.enter, choose, chooseDay, change, remove, forgive],
  )

  async function changeChosen(verb: BulkAction) {
    const ids = [...chosen]
    if (verb === 'delete') chooseOnly([])
    await actions.changeAll(verb, ids)
    cursor.catchFocus()
  }

  async function undo() {
    await actions.undo()
    cursor.catchFocus()
  }

  async function selectAll() {
    try {
      const ids = await actions.findAll(filters)
      if (!ids) return
      chooseOnly(ids)
      say(`${ids.length} deals selected`)
      cursor.catchFocus()
    } catch (error) {
      actions.giveUp()
      say(`Failed to select all. ${failureDetails(error)}`)
    }
  }

  const run = useCommands({
    rows: list.rows,
    pending,
    cursor,
    section,
    search,
    tools,
    onExtend: (id) => choose(id, true),
    onGiveUp: () => chooseOnly([]),
    onUndo: () => void undo(),
    onHelp: () => setIsHelping(true),
  })
  useListKeys(hasPageKeys, run)

  const hasDeals = list.rows.length > 0
  return (
    <section ref={section} className="panel deal-list" aria-labelledby="manage-deals">
      <Toolbar
        filters={filters}
        list={list}
        today={today}
        search={search}
        isOnline={isOnline}
        onFilter={setFilter}
        onClear={clear}
        onHelp={() => setIsHelping(true)}
      >
        {list.error && (
          <ListFailure
            error={list.error}
            isReading={list.isReading}
            hasRows={hasDeals}
            onRetry={list.retry}
          />
        )}
      </Toolbar>
      {list.total === 0 && !list.isWaiting && (
        <EmptyList isNarrowed={hasListFilters(filters)} onClear={clear} />
      )}
      {hasDeals && (
        // biome-ignore lint/a11y/noStaticElementInteractions: only notices that the focus has left
        <div
          className={list.isWaiting ? 'deal-list-rows is-waiting' : 'deal-list-rows'}
          onBlur={cursor.leave}
        >
          <VirtualList
            key={list.address}
            list={{
              rows: list.rows,
              counts: list.counts,
              today,
              current: cursor.index >= 0 ? cursor.current : undefined,
              selected: chosen,
              fresh,
              pending,
              errors,
            }}
            tools={tools}
            isWaiting={list.isWaiting}
            onSpan={list.onSpan}
            view={view}
          />
        </div>
      )}
      <BulkActions
        chosen={chosen.size}
        total={list.total ?? 0}
        most={MOST_AT_ONCE}
        work={actions.work}
        last={actions.last}
        onPublish={() => void changeChosen('publish')}
        onUnpublish={() => void changeChosen('unpublish')}
        onDelete={() => void changeChosen('delete')}
        onSelectAll={() => void selectAll()}
        onClear={() => chooseOnly([])}
        onStop={actions.stop}
        onUndo={() => void undo()}
        onDismiss={actions.dismiss}
      />
      <p className="sr" role="status">
        {spoken}
      </p>
      {editing !== undefined && (
        <EditDealDialog
          dealId={editing}
          onClose={() => {
            setEditing(undefined)
            cursor.refocus()
          }}
        />
      )}
      {isHelping && (
        <KeyHelp isOn={hasPageKeys} onSwitch={setHasPageKeys} onClose={() => setIsHelping(false)} />
      )}
    </section>
  )
}
