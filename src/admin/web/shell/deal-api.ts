import type { ManyChanged } from '#app/admin/admin-deals.contract.ts'
import type { EditedMany, EditPreview, FieldHistory } from '#app/admin/many-edit.contract.ts'
import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import type { ManyEdit } from '#app/deals/editing/many-edit.facts.ts'
import { REASONS_TO_END, type ReasonToEnd } from '#app/deals/life.facts.ts'
import { ApiError, browserApi } from '#app/web/api/api.ts'
import { queryOf } from '#app/web/api/query-keys.ts'
import { upload } from '#app/web/api/upload.ts'
import { ADMIN_CALLS } from './calls.rules.ts'
import { OF_ADMIN_DEALS } from './refresh-deals.ts'
import { withWarnings } from './warned.ts'

/** The choices of the list's filters, and the brands of the form. */
export const dealFiltersQuery = queryOf(ADMIN_CALLS.dealFilters, OF_ADMIN_DEALS)

/** The flags that the list sets on a deal, one at a time. */
export type DealFlags = Partial<
  Pick<ManagedDeal, 'isPublished' | 'showInSplash' | 'isPreview' | 'carouselAssignment'>
>

/** Actions on many deals at once. */
export type BulkAction =
  | 'publish'
  | 'unpublish'
  | 'delete'
  | 'restore'
  | 'bring-back'
  | `end-${ReasonToEnd}`

/** Form fields in order; a name may occur several times. */
type FormParts = [string, string][]

/**
 * Calls about deals. All throw {@link ApiError} when refused; those that change a deal remember that it was
 * changed in this tab.
 */
export const dealApi = {
  /** Loads the current deal, bypassing the cache. Throws 404 if it was deleted. */
  async load(id: string): Promise<ManagedDeal> {
    return (await browserApi.load(`${ADMIN_CALLS.deals}/${encodeURIComponent(id)}`)) as ManagedDeal
  },

  /**
   * Undefined if the person declines the warnings; then nothing is stored. The same holds for the next calls.
   */
  create(parts: FormParts): Promise<ManagedDeal | undefined> {
    return withWarnings((seen) =>
      upload<ManagedDeal>('/api/deals', { form: formOf(withSeen(parts, seen)) }),
    )
  },

  update(id: string, parts: FormParts): Promise<ManagedDeal | undefined> {
    return withWarnings((seen) => {
      rememberOwn([id])
      return upload<ManagedDeal>(pathOf(id), { method: 'PUT', form: formOf(withSeen(parts, seen)) })
    })
  },

  async setFlags(id: string, flags: DealFlags): Promise<ManagedDeal | undefined> {
    const response = await withWarnings((seenWarnings) => {
      rememberOwn([id])
      return flags.isPublished === undefined
        ? browserApi.request('PUT', `${ADMIN_CALLS.deals}/${encodeURIComponent(id)}`, flags)
        : browserApi.request('PATCH', `${pathOf(id)}/publish`, { ...flags, seenWarnings })
    })
    return response?.json()
  },

  async delete(id: string): Promise<void> {
    rememberOwn([id])
    await browserApi.request('DELETE', pathOf(id))
  },

  /** Throws the reason if the deal cannot be restored. */
  async restore(id: string): Promise<void> {
    const done = await dealApi.changeMany('restore', [id])
    const [failure] = done?.left ?? []
    if (failure) throw new ApiError(409, JSON.stringify({ error: failure.reason }))
  },

  /** Returns what an edit would make of each deal, without writing anything. */
  async previewEdit(ids: string[], edit: ManyEdit): Promise<EditPreview> {
    const path = `${ADMIN_CALLS.deals}/edit/preview`
    return (await browserApi.request('POST', path, { ids, edit })).json()
  },

  async editMany(
    deals: { id: string; version: number }[],
    edit: ManyEdit,
  ): Promise<EditedMany | undefined> {
    const seen = deals.map(({ id, version }) => ({ id, version }))
    const path = `${ADMIN_CALLS.deals}/edit`
    const response = await withWarnings((seenWarnings) => {
      rememberOwn(deals.map(({ id }) => id))
      return browserApi.request('POST', path, { deals: seen, edit, seenWarnings })
    })
    return response?.json()
  },

  /** Undefined if the person declines the warnings. */
  async undoEdit(batchId: string, ids: string[]): Promise<EditedMany | undefined> {
    const path = `${ADMIN_CALLS.deals}/edit/undo`
    const response = await withWarnings((seenWarnings) => {
      rememberOwn(ids)
      return browserApi.request('POST', path, { batchId, ids, seenWarnings })
    })
    return response?.json()
  },

  async history(id: string): Promise<FieldHistory> {
    const path = `${ADMIN_CALLS.deals}/${encodeURIComponent(id)}/history`
    return (await browserApi.load(path)) as FieldHistory
  },

  async bringBack(
    id: string,
    wanted: { field: string; entryId: number; version: number },
  ): Promise<ManagedDeal | undefined> {
    const path = `${ADMIN_CALLS.deals}/${encodeURIComponent(id)}/history`
    const response = await withWarnings((seenWarnings) => {
      rememberOwn([id])
      return browserApi.request('POST', path, { ...wanted, seenWarnings })
    })
    return response?.json()
  },

  async changeMany(action: BulkAction, ids: string[]): Promise<ManyChanged | undefined> {
    const { path, ...how } = callOf(action)
    const response = await withWarnings((seenWarnings) => {
      rememberOwn(ids)
      return browserApi.request('POST', `${ADMIN_CALLS.deals}/${path}`, {
        ids,
        ...how,
        ...(LETS_OUT.has(action) && { seenWarnings }),
      })
    })
    return response?.json()
  },
}

/** Actions whose result the public sees. */
export const LETS_OUT: ReadonlySet<BulkAction> = new Set(['publish', 'bring-back'])

function withSeen(parts: FormParts, seen: string[]): FormParts {
  return [...parts, ['seenWarnings', JSON.stringify(seen)]]
}

function callOf(action: BulkAction) {
  const reason = REASONS_TO_END.find((each) => action === `end-${each}`)
  if (reason) return { path: 'end', reason }
  const isPublishing = action === 'publish' || action === 'unpublish'
  return isPublishing ? { path: 'publish', isPublished: action === 'publish' } : { path: action }
}

function pathOf(id: string): string {
  return `/api/deals/${encodeURIComponent(id)}`
}

function formOf(parts: FormParts): FormData {
  const form = new FormData()
  for (const [name, value] of parts) form.append(name, value)
  return form
}

/** The live channel also reports this tab's own changes, which must not look like somebody else's. */
const own = new Map<string, number>()
const OWN_MS = 5000

function rememberOwn(ids: readonly string[]): void {
  const now = Date.now()
  for (const [id, at] of own) if (now - at > OWN_MS) own.delete(id)
  for (const id of ids) own.set(id, now)
}

/** Whether a deal was changed in this tab within the last few seconds. */
export function isOwnChange(id: string): boolean {
  return own.has(id)
}
