import type { QueryClient } from '@tanstack/react-query'
import { DAY_MS } from '#app/shared/dates.ts'
import { showToast } from '#app/web/toasts/toasts.ts'
import { setSaved } from './saving.ts'

/** Saves what a visitor wanted to save before signing in. */
export async function grantSaveWish(queryClient: QueryClient, stored: unknown): Promise<void> {
  const wish = readWish(stored)
  if (!wish || Date.now() - wish.at > DAY_MS) return
  if (!(await setSaved(queryClient, wish.dealId, true))) return
  showToast({
    title: 'Saved',
    description: 'The deal you pressed the heart of is on your list.',
  })
}

function readWish(stored: unknown): { dealId: string; at: number } | undefined {
  const { dealId, at } = (stored ?? {}) as { dealId?: unknown; at?: unknown }
  return typeof dealId === 'string' && typeof at === 'number' ? { dealId, at } : undefined
}
