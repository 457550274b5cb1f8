import type { QueryClient } from '@tanstack/react-query'
import type { Followed } from '#app/deals/web/follow-slot.ts'
import type { Follows } from '#app/follows/follows.contract.ts'
import { browserApi } from '#app/web/api/api.ts'
import { failedChange } from '#app/web/api/failed-change.ts'
import { tagged } from '#app/web/api/query-keys.ts'
import { closeErrorToasts, showToast } from '#app/web/toasts/toasts.ts'
import { followsQuery, OF_FOR_YOU } from './queries.ts'
import { findFollow, type Stance, stanceOf } from './stance.ts'

/** The latest press per item: responses to earlier presses are ignored. */
const presses = new Map<string, number>()
/** Serializes the calls per item, so that the last press arrives last. */
const calls = new Map<string, Promise<unknown>>()
/** The id by which each follow or hidden item is removed. */
const ids = new Map<string, string>()

/**
 * Updates the control optimistically; if the call fails, restores the former state and shows why. Returns
 * whether it succeeded.
 */
export async function setStance(
  queryClient: QueryClient,
  what: Followed,
  stance: Stance,
): Promise<boolean> {
  const key = `${what.kind} ${what.value}`
  const press = (presses.get(key) ?? 0) + 1
  presses.set(key, press)
  await queryClient.cancelQueries(followsQuery)
  const before = findFollow(queryClient.getQueryData<Follows>(followsQuery.queryKey), what)
  if (before?.id) ids.set(key, before.id)
  show(queryClient, what, stance)
  const call = (calls.get(key) ?? Promise.resolve()).then(() => send(key, what, stance))
  calls.set(
    key,
    call.catch(() => {}),
  )
  try {
    await call
    closeErrorToasts()
    if (presses.get(key) === press) await queryClient.invalidateQueries(followsQuery)
    return true
  } catch (error) {
    showToast(failedChange(error, FAILED[stance]))
    if (presses.get(key) === press) {
      show(queryClient, what, stanceOf(before))
      await queryClient.invalidateQueries(followsQuery)
    }
    return false
  }
}

async function send(key: string, { kind, value }: Followed, stance: Stance) {
  if (stance !== 'neither') {
    const wish = { kind, value, isHidden: stance === 'hidden' }
    const response = await browserApi.request('PUT', '/api/follows', wish)
    ids.set(key, ((await response.json()) as { id: string }).id)
    return
  }
  const id = ids.get(key)
  if (id) await browserApi.request('DELETE', `/api/follows/${encodeURIComponent(id)}`)
}

function show(queryClient: QueryClient, what: Followed, stance: Stance) {
  queryClient.setQueryData<Follows | null>(followsQuery.queryKey, (known) => {
    if (!known) return known
    const before = findFollow(known, what)
    const others = known.follows.filter((each) => each !== before)
    if (stance === 'neither') return { ...known, follows: others }
    const { kind, value, name: label } = what
    const now = { id: '', kind, value, label, isAsleep: false, createdAt: new Date().toISOString() }
    return { ...known, follows: [{ ...now, ...before, isHidden: stance === 'hidden' }, ...others] }
  })
}

/** Hides a deal, or shows it again. */
export async function setDeclined(
  queryClient: QueryClient,
  dealId: string,
  isDeclined: boolean,
): Promise<boolean> {
  try {
    await browserApi.request(
      isDeclined ? 'PUT' : 'DELETE',
      `/api/for-you/declined/${encodeURIComponent(dealId)}`,
    )
    // The page on screen stays as it is; the next visit refetches it.
    await queryClient.invalidateQueries({ ...tagged(OF_FOR_YOU), refetchType: 'none' })
    return true
  } catch (error) {
    showToast(failedChange(error))
    await queryClient.invalidateQueries({ ...tagged(OF_FOR_YOU), refetchType: 'none' })
    return false
  }
}

const FAILED: Record<Stance, string> = {
  followed: 'Not followed',
  hidden: 'Not hidden',
  neither: 'Nothing has changed',
}
