import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'
import { CardsAreAlike } from '#app/deals/web/cards/alike.ts'
import { CardCorner } from '#app/deals/web/cards/corner.ts'
import { useViewerClass } from '#app/membership/web/subscription.ts'
import type { SavedIds } from '#app/saved/saved.contract.ts'
import { useAnswer } from '#app/web/api/use-answers.ts'
import { onServerEvent } from '#app/web/events.ts'
import { savedIdsQuery } from './queries.ts'
import { SaveButton } from './SaveButton.tsx'
import { useSaveWish } from './save-wish.ts'
import { SavedIdsContext } from './saved-ids.ts'

/** Provides hearts to all deals below, and keeps them in sync across tabs. */
export function WithHearts({ children }: { children: ReactNode }) {
  const viewer = useViewerClass()
  const mayViewerSave = viewer !== 'visitor' && viewer !== 'unconfirmed'
  const data = useAnswer<SavedIds | null>({ ...savedIdsQuery, enabled: mayViewerSave })
  const ids = useMemo(() => (data ? new Set(data.ids) : undefined), [data])
  const queryClient = useQueryClient()
  useSaveWish(mayViewerSave)
  useEffect(
    () => onServerEvent('saved', () => void queryClient.invalidateQueries(savedIdsQuery)),
    [queryClient],
  )
  const around = (
    <SavedIdsContext value={ids}>
      <CardCorner value={SaveButton}>{children}</CardCorner>
    </SavedIdsContext>
  )
  if (!import.meta.env.SSR) return around
  return <CardsAreAlike value={ids === undefined}>{around}</CardsAreAlike>
}
