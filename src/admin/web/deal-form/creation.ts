import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { dealApi } from '#app/admin/web/shell/deal-api.ts'
import { changeFailureText, failureText } from '#app/admin/web/shell/failures.ts'
import { onDealsChanged } from '#app/admin/web/shell/live.ts'
import { refreshDeals } from '#app/admin/web/shell/refresh-deals.ts'
import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import { ApiError } from '#app/web/api/api.ts'
import { closeErrorToasts, showToast } from '#app/web/toasts/toasts.ts'
import { draftParts } from './draft.rules.ts'
import type { DealFormState } from './form-state.ts'
import {
  noteParts,
  notesOf,
  otherNotes,
  pictureKeysOf,
  pictureParts,
} from './picture-list.rules.ts'
import { useAfterUploads } from './picture-uploads.ts'
import { FAILED_PICTURE } from './words.copy.ts'

/** The deal created last, and whether its creation was undone. */
export type Created = { deal: ManagedDeal; isUndone: boolean; error?: string }

type Options = {
  /** Stays the same when saving is retried after a lost answer, so that only one deal is made. */
  formId: string
  onCreated: () => void
  onRefused: () => void
}

/** Creates a deal from the form, and undoes and redoes that. */
export function useDealCreation(form: DealFormState, { formId, onCreated, onRefused }: Options) {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [created, setCreated] = useState<Created>()
  const [count, setCount] = useState(0)
  const queryClient = useQueryClient()
  const waiting = useAfterUploads<{ isPublished: boolean }>(form.pictures, send)

  useFollowedDeal(created?.deal.id, (changed) => {
    setCreated((before) => {
      if (!before || before.isUndone === changed.isUndone)
        return before && { ...before, ...changed }
      // Clears the error of the previous attempt.
      return { deal: before.deal, ...changed }
    })
  })

  async function send({ isPublished }: { isPublished: boolean }) {
    const { draft, pictures } = form
    if (pictures.failed > 0) return setFailure(FAILED_PICTURE)
    const keys = pictureKeysOf(pictures.list)
    setIsBusy(true)
    try {
      const deal = await dealApi.create([
        ['formId', formId],
        ...draftParts({ ...draft, isPublished }),
        ...(keys.length > 0 ? pictureParts(keys) : []),
        ...noteParts(otherNotes(notesOf(pictures.list), {}, true)),
      ])
      if (!deal) return
      closeErrorToasts()
      setCreated({ deal, isUndone: false })
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

  async function change(isUndone: boolean) {
    if (!created) return
    const { deal } = created
    try {
      await (isUndone ? dealApi.delete(deal.id) : dealApi.restore(deal.id))
      setCreated({ deal, isUndone })
      setCount((before) => before + (isUndone ? -1 : 1))
      void refreshDeals(queryClient)
    } catch (failed) {
      const error = changeFailureText(failed)
      // If the deal was seen to have changed meanwhile, only the answer was lost.
      setCreated((now) => now && (now.isUndone === isUndone ? now : { ...now, error }))
    }
  }

  return {
    isBusy,
    isWaiting: waiting.isWaiting,
    failure,
    created,
    /** How many deals were created since the page was opened. */
    count,
    submit(isToBeOut: boolean) {
      if (isBusy || waiting.isWaiting) return
      const isPublished = isToBeOut || form.draft.isPublished
      setFailure(undefined)
      if (form.isReady({ isPublished })) waiting.start({ isPublished })
      else onRefused()
    },
    stopWaiting: waiting.stop,
    undo: () => change(true),
    restore: () => change(false),
  }
}

/** Follows what happens to the deal elsewhere: in the list, in its dialog, in another tab. */
function useFollowedDeal(
  id: string | undefined,
  onChange: (changed: Pick<Created, 'isUndone'> & Partial<Pick<Created, 'deal'>>) => void,
) {
  const changed = useEffectEvent(onChange)
  useEffect(() => {
    if (id === undefined) return
    let isGone = false
    const unsubscribe = onDealsChanged(() => {
      dealApi.load(id).then(
        (deal) => !isGone && changed({ deal, isUndone: false }),
        // Other errors than 404 say nothing about the deal.
        (error) =>
          !isGone &&
          error instanceof ApiError &&
          error.status === 404 &&
          changed({ isUndone: true }),
      )
    })
    return () => {
      isGone = true
      unsubscribe()
    }
  }, [id])
}
