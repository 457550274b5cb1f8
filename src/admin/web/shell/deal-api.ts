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

/** What the filters of the list offer, and the form's brands. */
export const dealFiltersQuery = queryOf(ADMIN_CALLS.dealFilters, OF_ADMIN_DEALS)

/** What the list sets of a deal, one at a time. */
export type DealFlags = Partial<
  Pick<ManagedDeal, 'isPublished' | 'showInSplash' | 'isPreview' | 'carouselAssignment'>
>

/** What can be done with many deals at once. */
export type BulkAction =
  | 'publish'
  | 'unpublish'
  | 'delete'
  | 'restore'
  | 'bring-back'
  | `end-${ReasonToEnd}`

/** Texts of the form, in their order; a name may come several times. */
type FormParts = [string, string][]

/**
 * Deals as the server has them. Everything throws {@link ApiError} when it is refused, and what
 * changes a deal remembers that it was changed here.
 */
export const dealApi = {
  /** The deal as it is now, whatever was known of it. Throws 404 when it was deleted. */
  async load(id: string): Promise<ManagedDeal> {
    return (await browserApi.load(`${ADMIN_CALLS.deals}/${encodeURIComponent(id)}`)) as ManagedDeal
  },

  /** Undefined when somebody is told of warnings and goes back; then nothing is kept. The next ones likewise. */
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

  /** Throws with the reason when it cannot be restored. */
  async restore(id: string): Promise<void> {
    const done = await dealApi.changeMany('restore', [id])
    const [failure] = done?.left ?? []
    if (failure) throw new ApiError(409, JSON.stringify({ error: failure.reason }))
  },

  /** What an edit would make of each; nothing is written. */
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

  /** Undefined when somebody is told of warnings and goes back. */
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

/** What people outside see by it. */
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

/** The live channel tells this tab of its own changes too; they are not somebody else's. */
const own = new Map<string, number>()
const OWN_MS = 5000

function rememberOwn(ids: readonly string[]): void {
  const now = Date.now()
  for (const [id, at] of own) if (now - at > OWN_MS) own.delete(id)
  for (const id of ids) own.set(id, now)
}

/** Whether a deal was changed in this tab a moment ago. */
export function isOwnChange(id: string): boolean {
  return own.has(id)
}
