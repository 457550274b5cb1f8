import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  createDeal,
  deleteDeal,
  failureText,
  restoreDeal,
} from '#app/admin/web/shell/deal-calls.ts'
import { refreshDeals } from '#app/admin/web/shell/queries.ts'
import type { ManagedDeal } from '#app/deals/managed-deal.contract.ts'
import { closeErrorToasts, showToast } from '#app/web/toasts/toasts.ts'
import { FAILED_PICTURE, useAfterUploads } from './after-uploads.ts'
import { draftParts } from './draft.rules.ts'
import type { DealFormState } from './form-state.ts'
import { pictureKeysOf, pictureParts } from './picture-list.rules.ts'

/** The deal that was created last, and what has become of it. */
export type Created = { deal: ManagedDeal; isTakenBack: boolean; error?: string }

type Options = { onCreated: () => void; onRefused: () => void }

/** From what the form holds to a deal, and back again. */
export function useDealCreation(form: DealFormState, { onCreated, onRefused }: Options) {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [created, setCreated] = useState<Created>()
  const [count, setCount] = useState(0)
  const queryClient = useQueryClient()
  const waiting = useAfterUploads<{ isPublished: boolean }>(form.pictures, send)

  async function send({ isPublished }: { isPublished: boolean }) {
    const { draft, pictures } = form
    if (pictures.failed > 0) return setFailure(FAILED_PICTURE)
    const keys = pictureKeysOf(pictures.list)
    setIsBusy(true)
    try {
      const deal = await createDeal([
        ...draftParts(draft),
        ...(keys.length > 0 ? pictureParts(keys) : []),
        ...(isPublished ? ([['isPublished', 'true']] satisfies [string, string][]) : []),
      ])
      closeErrorToasts()
      setCreated({ deal, isTakenBack: false })
      setCount((before) => before + 1)
      form.clear(
        draft,
        pictures.list.map(({ id }) => id),
      )
      onCreated()
      void refreshDeals(queryClient)
    } catch (error) {
      const description = failureText(error, 'Failed to create deal')
      form.refuse(error)
      setFailure(description)
      showToast({ tone: 'error', title: 'Error creating deal', description })
      onRefused()
    } finally {
      setIsBusy(false)
    }
  }

  async function change(isTakenBack: boolean) {
    if (!created) return
    const { deal } = created
    try {
      await (isTakenBack ? deleteDeal(deal.id) : restoreDeal(deal.id))
      setCreated({ deal, isTakenBack })
      setCount((before) => before + (isTakenBack ? -1 : 1))
      void refreshDeals(queryClient)
    } catch (failed) {
      const words = isTakenBack ? 'Failed to delete deal' : 'Failed to restore deal'
      setCreated({ ...created, error: failureText(failed, words) })
    }
  }

  return {
    isBusy,
    isWaiting: waiting.isWaiting,
    failure,
    created,
    /** How many were created since the page was opened. */
    count,
    submit(isPublished: boolean) {
      if (isBusy || waiting.isWaiting) return
      setFailure(undefined)
      if (form.isReady({ isPublished })) waiting.start({ isPublished })
      else onRefused()
    },
    stopWaiting: waiting.stop,
    undo: () => change(true),
    bringBack: () => change(false),
  }
}
