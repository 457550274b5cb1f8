import type { QueryClient } from '@tanstack/react-query'
import type { SavedIds } from '#app/saved/saved.contract.ts'
import { browserApi } from '#app/web/api/api.ts'
import { failedChange } from '#app/web/api/failed-change.ts'
import { closeErrorToasts, showToast } from '#app/web/toasts/toasts.ts'
import { savedIdsQuery } from './queries.ts'

/** The latest press per deal: responses to earlier presses are ignored. */
const presses = new Map<string, number>()
/** Serializes the calls per deal, so that the last press arrives last. */
const calls = new Map<string, Promise<void>>()

/**
 * Updates the heart optimistically; if the call fails, restores the former state and shows why. Returns
 * whether it succeeded.
 */
export async function setSaved(
  queryClient: QueryClient,
  dealId: string,
  isSaved: boolean,
): Promise<boolean> {
  const press = (presses.get(dealId) ?? 0) + 1
  presses.set(dealId, press)
  await queryClient.cancelQueries(savedIdsQuery)
  show(queryClient, dealId, isSaved)
  const call = (calls.get(dealId) ?? Promise.resolve()).then(() =>
    browserApi.request(isSaved ? 'PUT' : 'DELETE', `/api/saved/${encodeURIComponent(dealId)}`),
  )
  calls.set(
    dealId,
    call.then(
      () => {},
      () => {},
    ),
  )
  try {
    await call
    closeErrorToasts()
    return true
  } catch (error) {
    showToast(failedChange(error, isSaved ? 'Not saved' : 'Not removed'))
    if (presses.get(dealId) === press) {
      show(queryClient, dealId, !isSaved)
      await queryClient.invalidateQueries(savedIdsQuery)
    }
    return false
  }
}

function show(queryClient: QueryClient, dealId: string, isSaved: boolean) {
  queryClient.setQueryData<SavedIds | null>(savedIdsQuery.queryKey, (known) => {
    const others = (known?.ids ?? []).filter((id) => id !== dealId)
    return { ids: isSaved ? [dealId, ...others] : others }
  })
}
