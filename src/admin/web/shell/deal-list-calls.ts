import type { Query, QueryClient } from '@tanstack/react-query'
import type { AdminDealsPage, ManyChanged } from '#app/admin/admin-deals.contract.ts'
import type { ManagedDeal } from '#app/deals/managed-deal.contract.ts'
import { ApiError, browserApi } from '#app/web/api/api.ts'
import { rememberOwn } from './own-changes.ts'

/** A switch of a deal and where it is to stand. */
export type DealFlags = Partial<
  Pick<ManagedDeal, 'isPublished' | 'showInSplash' | 'isPreview' | 'carouselAssignment'>
>

/** What is said when a switch could not be set. */
export function flagFailureWords(change: DealFlags): string {
  if (change.isPublished !== undefined)
    return change.isPublished ? 'Failed to publish deal' : 'Failed to unpublish deal'
  if (change.showInSplash !== undefined) return 'Failed to update splash setting'
  if (change.carouselAssignment !== undefined) return 'Failed to update carousel assignment'
  return 'Failed to update preview setting'
}

export async function changeDeal(id: string, change: DealFlags): Promise<ManagedDeal> {
  rememberOwn([id])
  const path = encodeURIComponent(id)
  const response =
    change.isPublished === undefined
      ? await browserApi.request('PUT', `/api/admin/deals/${path}`, change)
      : await browserApi.request('PATCH', `/api/deals/${path}/publish`, change)
  return response.json()
}

export async function deleteDeal(id: string): Promise<void> {
  rememberOwn([id])
  await browserApi.request('DELETE', `/api/deals/${encodeURIComponent(id)}`)
}

/** What can be done with many deals at once. */
export type BulkAction = 'publish' | 'unpublish' | 'delete' | 'restore'

export async function changeMany(verb: BulkAction, ids: string[]): Promise<ManyChanged> {
  rememberOwn(ids)
  const isPublishing = verb === 'publish' || verb === 'unpublish'
  const response = await browserApi.request(
    'POST',
    `/api/admin/deals/${isPublishing ? 'publish' : verb}`,
    isPublishing ? { ids, isPublished: verb === 'publish' } : { ids },
  )
  return response.json()
}

const isList = ({ queryKey }: Query) => String(queryKey[0]).startsWith('/api/admin/deals?')

/** Puts a deal as the server has answered it into every list that shows it. */
export function cacheDeal(queryClient: QueryClient, deal: ManagedDeal): void {
  queryClient.setQueriesData<AdminDealsPage>({ predicate: isList }, (page) =>
    page?.deals.some(({ id }) => id === deal.id)
      ? { ...page, deals: page.deals.map((each) => (each.id === deal.id ? deal : each)) }
      : page,
  )
}

/** What to say beside the deal: what was tried, and the server's own words. */
export function failureDetails(error: unknown): string {
  if (error instanceof ApiError)
    return Object.values(error.fields).join(' ') || (error.serverText ?? '')
  return navigator.onLine ? '' : 'You are offline; nothing was changed.'
}

/** Takes deleted deals out of every list, before the lists are read again. */
export function removeCachedDeals(queryClient: QueryClient, gone: readonly string[]): void {
  const ids = new Set(gone)
  queryClient.setQueriesData<AdminDealsPage>({ predicate: isList }, (page) =>
    page?.deals.some(({ id }) => ids.has(id))
      ? { ...page, deals: page.deals.filter(({ id }) => !ids.has(id)) }
      : page,
  )
}

/** What a deal is called, if any list has it. */
export function findCachedDeal(queryClient: QueryClient, id: string): ManagedDeal | undefined {
  const lists = queryClient.getQueriesData<AdminDealsPage>({ predicate: isList })
  for (const [, page] of lists) {
    const deal = page?.deals.find((each) => each.id === id)
    if (deal) return deal
  }
  return undefined
}
