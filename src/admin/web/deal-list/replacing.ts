import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { dealApi } from '#app/admin/web/shell/deal-api.ts'
import { failureDetails } from '#app/admin/web/shell/failures.ts'
import { refreshDeals } from '#app/admin/web/shell/refresh-deals.ts'
import { uploadPicture } from '#app/admin/web/shell/upload-picture.ts'
import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import type { DealError } from './flag-changes.ts'
import { dealLabel } from './words.copy.ts'

type Options = {
  announce: (words: string) => void
  fail: (id: string, error: DealError) => void
  /** Called next, so that the focal point of the new picture is set. */
  onReplaced: (id: string) => void
}

const NOT_REPLACED = 'Failed to replace the picture'

/** Replaces a picture that does not load with another file; keeps its alternative text. */
export function usePictureReplacing({ announce, fail, onReplaced }: Options) {
  const queryClient = useQueryClient()
  return useCallback(
    async (deal: ManagedDeal, file: File) => {
      const lost = deal.pictures.find(({ fault }) => fault !== null)
      if (!lost) return
      try {
        const quiet = { onSent: () => {}, signal: new AbortController().signal }
        const stored = await uploadPicture(file, quiet)
        if ('error' in stored) {
          const details = stored.error ?? 'It could not be stored.'
          return fail(deal.id, { text: NOT_REPLACED, details })
        }
        const { key } = stored
        const put = (each: string) => (each === lost.key ? key : each)
        const { dealCardImageUrl: card, images } = deal
        const note = { [key]: { alternative: lost.alternative, focus: null, isKept: false } }
        await dealApi.update(deal.id, [
          ['dealCardImageUrl', card === null ? '' : put(card)],
          ...(images.length > 0 ? images : ['']).map((each): [string, string] => [
            'imageKeys',
            put(each),
          ]),
          ['pictureNotes', JSON.stringify(note)],
          ['version', String(deal.version)],
        ])
        announce(`The picture of ${dealLabel(deal)} was replaced`)
        void refreshDeals(queryClient)
        onReplaced(deal.id)
      } catch (error) {
        fail(deal.id, { text: NOT_REPLACED, details: failureDetails(error) })
        void refreshDeals(queryClient)
      }
    },
    [queryClient, announce, fail, onReplaced],
  )
}
