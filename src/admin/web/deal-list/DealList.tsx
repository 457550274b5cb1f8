import { countOf } from '#app/shared/counts.ts'
import './deal-list.css'
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { MOST_AT_ONCE } from '#app/admin/admin.facts.ts'
import { EditDealDialog } from '#app/admin/web/deal-form/EditDealDialog.tsx'
import { EditMany } from '#app/admin/web/many-edit/EditMany.tsx'
import type { BulkAction, DealFlags } from '#app/admin/web/shell/deal-api.ts'
import { ViewsMenu } from '#app/admin/web/views/ViewsMenu.tsx'
import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import { businessDay } from '#app/shared/dates.ts'
import { Button } from '#app/ui/Button.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { ApiError } from '#app/web/api/api.ts'
import { BulkActions } from './BulkActions.tsx'
import { useCursor } from './cursor.ts'
import type { RowTools } from './DealRow.tsx'
import { useDealActions } from './deal-actions.ts'
import { filterParameters, hasListFilters } from './filters.rules.ts'
import { useFlagChanges } from './flag-changes.ts'
import { useFreshDeals } from './fresh-deals.ts'
import { KeyHelp } from './KeyHelp.tsx'
import { useCommands, useListKeys, usePageKeys } from './keyboard.ts'
import type { SelectedAct } from './keys.rules.ts'
import { useFilters, useListRows } from './list-state.ts'
import { usePictureReplacing } from './replacing.ts'
import { useSelection } from './selection.ts'
import { Toolbar } from './Toolbar.tsx'
import { VirtualList } from './VirtualList.tsx'
import type { ListWindow } from './virtual-window.ts'

/** Every deal of the club, newest first, to search, select, switch, edit and delete. */
export function DealList() {
  const section = useRef<HTMLElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const view = useRef<ListWindow>(undefined)
  const views = useRef<HTMLDetailsElement>(null)
  const endMenu = useRef<HTMLDetailsElement>(null)
  const isHydrated = useHydrated()
  const isOnline = useOnline()
  const [spoken, announce] = useAnnouncement()
  const { filters, setFilter, clear, hidden, hide, openView } = useFilters()
  const { setFlags, errors, pending, fail, dismissError } = useFlagChanges(announce)
  const actions = useDealActions({ announce, fail })
  const list = useListRows(filters, actions.gone)
  const cursor = useCursor({ rows: list.rows, view, section })
  const fresh = useFreshDeals()
  const { chosen, choose, chooseDay, chooseOnly, forget } = useSelection(list.rows)
  const [editing, setEditing] = useState<string>()
  const [isHelping, setIsHelping] = useState(false)
  const [isEditingMany, setIsEditingMany] = useState(false)
  const [hasPageKeys, setHasPageKeys] = usePageKeys()
  const [replaced, setReplaced] = useState<string>()
  const onReplaced = useCallback((id: string) => {
    setReplaced(id)
    setEditing(id)
  }, [])
  const replacePicture = usePictureReplacing({ announce, fail, onReplaced })
  const today = isHydrated ? businessDay(new Date()) : undefined

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
      onSetFlags: (deal: ManagedDeal, flags: DealFlags) => void setFlags(deal, flags),
      onEdit: setEditing,
      onDelete: remove,
      onReplacePicture: (deal: ManagedDeal, file: File) => void replacePicture(deal, file),
      onDismissError: dismissError,
    }),
    [cursor.enter, choose, chooseDay, setFlags, remove, replacePicture, dismissError],
  )

  async function changeChosen(action: BulkAction) {
    const ids = [...chosen]
    if (action === 'delete') chooseOnly([])
    await actions.changeMany(action, ids)
    cursor.catchFocus()
  }

  function actOnSelected(act: SelectedAct): boolean {
    if (chosen.size === 0 || actions.progress) return false
    if (act !== 'end') void changeChosen(act)
    else if (endMenu.current) {
      endMenu.current.open = true
      endMenu.current.querySelector('button')?.focus()
    }
    return true
  }

  async function undo() {
    await actions.undo()
    cursor.catchFocus()
  }

  async function selectAll() {
    if (actions.progress) return
    try {
      const ids = await actions.findAll(filters)
      if (!ids) return
      chooseOnly(ids)
      announce(`${countOf(ids.length, 'deal')} selected`)
      cursor.catchFocus()
    } catch (error) {
      actions.clearProgress()
      announce(`Failed to select all. ${reasonOf(error)}`)
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
    onClearSelection: () => chooseOnly([]),
    onUndo: () => void undo(),
    onEditMany: () => {
      if (chosen.size > 0) setIsEditingMany(true)
      return chosen.size > 0
    },
    onSelectAll: () => void selectAll(),
    onSelected: actOnSelected,
    onHelp: () => setIsHelping(true),
    onViews: () => {
      if (!views.current) return
      views.current.open = true
      views.current.querySelector('summary')?.focus()
    },
  })
  useListKeys(hasPageKeys, run)

  const hasDeals = list.rows.length > 0
  return (
    <section
      ref={section}
      className="panel deal-list"
      aria-labelledby="manage-deals"
      data-without={hidden.join(' ') || undefined}
    >
      <Toolbar
        filters={filters}
        list={list}
        today={today}
        search={search}
        isOnline={isOnline}
        onFilter={setFilter}
        onClear={clear}
        onHelp={() => setIsHelping(true)}
        views={
          <ViewsMenu
            menu={views}
            address={String(new URLSearchParams(filterParameters(filters)))}
            hidden={hidden}
            onHide={hide}
            onOpen={openView}
          />
        }
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
        // biome-ignore lint/a11y/noStaticElementInteractions: only detects that the focus has left
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
        progress={actions.progress}
        last={actions.last}
        endMenu={endMenu}
        onEdit={() => setIsEditingMany(true)}
        onPublish={() => void changeChosen('publish')}
        onUnpublish={() => void changeChosen('unpublish')}
        onEnd={(reason) => void changeChosen(`end-${reason}`)}
        onBringBack={() => void changeChosen('bring-back')}
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
          lead={editing === replaced ? 'picture' : 'link'}
          onClose={() => {
            setEditing(undefined)
            setReplaced(undefined)
            cursor.refocus()
          }}
        />
      )}
      {isEditingMany && (
        <EditMany
          ids={[...chosen]}
          onApply={(deals, edit) => void actions.editMany(deals, edit).then(cursor.catchFocus)}
          onClose={() => {
            setIsEditingMany(false)
            cursor.catchFocus()
          }}
        />
      )}
      {isHelping && (
        <KeyHelp isOn={hasPageKeys} onSwitch={setHasPageKeys} onClose={() => setIsHelping(false)} />
      )}
    </section>
  )
}

type EmptyProps = {
  isNarrowed: boolean
  onClear: () => void
}

/** Shown when there are no deals, or none that match. */
function EmptyList({ isNarrowed, onClear }: EmptyProps) {
  if (!isNarrowed) {
    return (
      <div className="admin-empty">
        <h3>No deals yet</h3>
        <p className="soft">
          Create the first one above, or drop a spreadsheet: it is checked before anything is
          written.
        </p>
      </div>
    )
  }
  return (
    <div className="admin-empty">
      <h3>Nothing matches</h3>
      <p className="soft">No deal has all of what is asked for. Take a filter away, or all.</p>
      <Button variant="tool" onClick={onClear}>
        Clear all
      </Button>
    </div>
  )
}

type FailureProps = {
  error: Error
  isReading: boolean
  /** Whether rows loaded before are still shown. */
  hasRows: boolean
  onRetry: () => void
}

/** Shown when the list, or a part of it, could not be loaded. */
function ListFailure({ error, isReading, hasRows, onRetry }: FailureProps) {
  return (
    <div className="deal-list-notice" role="alert">
      <p className="admin-error">
        {hasRows ? 'A part of the list could not be read. ' : 'The deals could not be read. '}
        {reasonOf(error)}
      </p>
      <Button variant="tool" disabled={isReading} onClick={onRetry}>
        {isReading ? 'Reading...' : 'Try again'}
      </Button>
    </div>
  )
}

function reasonOf(error: unknown): string {
  if (error instanceof ApiError) return error.serverText ?? 'Something went wrong on the server.'
  return navigator.onLine ? 'The server could not be reached.' : 'You are offline.'
}

/** A live region for screen readers; equal words in a row are announced each time. */
function useAnnouncement(): [string, (words: string) => void] {
  const [spoken, setSpoken] = useState('')
  const announce = useCallback((words: string) => {
    setSpoken((before) => (before === words ? `${words}\u00a0` : words))
  }, [])
  return [spoken, announce]
}

/** Whether the browser reports a connection; always true on the server. */
function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
}

function subscribe(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
