import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { EditPreview } from '#app/admin/many-edit.contract.ts'
import { type BulkAction, dealApi, LETS_OUT } from '#app/admin/web/shell/deal-api.ts'
import { failureDetails, isNotThere, isUnanswered } from '#app/admin/web/shell/failures.ts'
import { refreshDeals } from '#app/admin/web/shell/refresh-deals.ts'
import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import type { ManyEdit } from '#app/deals/editing/many-edit.facts.ts'
import { tabStorage } from '#app/web/browser-storage.ts'
import type { DealError } from './flag-changes.ts'
import { batchesOf, useParts } from './parts.ts'
import { findCachedDeal, removeCachedDeals } from './queries.ts'
import { type Batch, INVERSE, keptSteps, remember, type Step, undoable } from './undo.rules.ts'
import {
  actionDoneWords,
  brokenOffWords,
  CHANGING,
  dealLabel,
  editedWords,
  NOT_CHANGED,
  NOT_PUBLISHED,
  stepInWords,
  WORKING,
} from './words.copy.ts'

type Options = {
  announce: (words: string) => void
  fail: (id: string, error: DealError) => void
}

/** Changes deals, one or many, and undoes that. */
export function useDealActions({ announce, fail }: Options) {
  const queryClient = useQueryClient()
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const { last, changeSteps } = useSteps()
  const { progress, setProgress, inParts, findAll, stop } = useParts()
  /** Whether a bulk action is running: Undo does nothing meanwhile. */
  const isChanging = useRef(false)
  const undoQueue = useRef(Promise.resolve())

  const nameOf = useCallback(
    (id: string) => {
      const deal = findCachedDeal(queryClient, id)
      return deal ? dealLabel(deal) : id
    },
    [queryClient],
  )

  const deleteOne = useCallback(
    async (deal: ManagedDeal) => {
      setGone((ids) => new Set(ids).add(deal.id))
      try {
        await deleteForSure(deal.id)
        const words = actionDoneWords('delete', 1, dealLabel(deal))
        changeSteps((all) => remember(all, { words, ids: [deal.id], undo: 'restore', left: [] }))
        announce(`${words}. Press z to undo.`)
        removeCachedDeals(queryClient, [deal.id])
        void refreshDeals(queryClient)
      } catch (error) {
        fail(deal.id, { text: 'Failed to delete deal', details: failureDetails(error) })
        void refreshDeals(queryClient)
      }
      setGone((ids) => new Set([...ids].filter((id) => id !== deal.id)))
    },
    [queryClient, announce, fail, changeSteps],
  )

  const changeInBatches = useCallback(
    async (
      action: BulkAction,
      ids: readonly string[],
      words: string,
    ): Promise<Step | undefined> => {
      // Has no undo: publishing deals that had ended would make them live.
      const hadEnded =
        action === 'unpublish' &&
        ids.some((id) => findCachedDeal(queryClient, id)?.state === 'ended')
      const { error, isGivenUp, ...all } = await inParts(
        // Warnings cover everything that goes out together, so these are not split.
        LETS_OUT.has(action) ? [ids] : batchesOf(ids),
        { words, size: (part) => part.length, total: ids.length },
        (part) => dealApi.changeMany(action, [...part]),
      )
      if (isGivenUp) {
        setProgress(undefined)
        return undefined
      }
      const left = all.left.map(({ id, reason }) => ({ name: nameOf(id), reason }))
      const count = all.changed.length
      const [only = ''] = all.changed
      const step: Step = {
        words:
          count === 0 && error !== undefined
            ? brokenOffWords(WORKING[action], ids.length)
            : actionDoneWords(action, count, count === 1 ? nameOf(only) : undefined),
        ids: all.changed,
        undo: hadEnded ? undefined : INVERSE[action],
        left,
        ...(error === undefined ? {} : { error }),
      }
      if (action === 'delete') removeCachedDeals(queryClient, all.changed)
      await refreshDeals(queryClient)
      setProgress(undefined)
      return step
    },
    [queryClient, nameOf, inParts, setProgress],
  )

  /** Writes an edit that was previewed; skips deals saved since then. */
  const editMany = useCallback(
    async (deals: EditPreview['changed'], edit: ManyEdit) => {
      isChanging.current = true
      const batches: Batch[] = []
      const { changed, left, error, isGivenUp } = await inParts(
        batchesOf(deals),
        { words: CHANGING, size: (part) => part.length, total: deals.length },
        async (part) => {
          const done = await dealApi.editMany(part, edit)
          if (done && done.changed.length > 0)
            batches.push({ batchId: done.batchId, ids: done.changed })
          return done
        },
      )
      const names = new Map(deals.map(({ id, label }) => [id, label]))
      const step: Step = {
        words:
          changed.length === 0 && error !== undefined
            ? brokenOffWords(CHANGING, deals.length)
            : editedWords(changed.length, names.get(changed[0] ?? '')),
        ids: changed,
        undo: 'edit',
        batches,
        left: left.map(({ id, reason }) => ({ name: names.get(id) ?? id, reason })),
        ...(error === undefined ? {} : { error }),
      }
      await refreshDeals(queryClient)
      setProgress(undefined)
      isChanging.current = false
      if (isGivenUp && changed.length === 0) return announce(NOT_CHANGED)
      changeSteps((all) => remember(all, step))
      announce(stepInWords(step))
    },
    [queryClient, inParts, announce, changeSteps, setProgress],
  )

  /** Undoes the batches of an edit, the newest first. */
  const undoEdit = useCallback(
    async ({ ids, batches = [] }: Step): Promise<Step | undefined> => {
      const undone = new Set<string>()
      const { changed, left, error } = await inParts(
        batches.toReversed(),
        { words: 'Taking it back', size: (part) => part.ids.length, total: ids.length },
        async (part) => {
          const done = await dealApi.undoEdit(part.batchId, part.ids)
          if (done) undone.add(part.batchId)
          return done
        },
      )
      await refreshDeals(queryClient)
      setProgress(undefined)
      // The person declined the warnings.
      if (undone.size === 0 && error === undefined) return undefined
      return {
        words: '',
        ids: changed,
        undo: undefined,
        batches: batches.filter(({ batchId }) => !undone.has(batchId)),
        left: left.map(({ id, reason }) => ({ name: nameOf(id), reason })),
        ...(error === undefined ? {} : { error }),
      }
    },
    [queryClient, nameOf, inParts, setProgress],
  )

  const changeMany = useCallback(
    async (action: BulkAction, ids: readonly string[]) => {
      isChanging.current = true
      const step = await changeInBatches(action, ids, WORKING[action])
      isChanging.current = false
      if (!step) return announce(NOT_PUBLISHED)
      changeSteps((all) => remember(all, step))
      announce(stepInWords(step))
    },
    [changeInBatches, announce, changeSteps],
  )

  const undoLast = useCallback(async () => {
    const step = undoable(changeSteps((all) => all))
    if (!step?.undo || isChanging.current) return
    changeSteps((all) => all.filter((each) => each !== step))
    const undone =
      step.undo === 'edit'
        ? await undoEdit(step)
        : await changeInBatches(step.undo, step.ids, 'Taking it back')
    if (!undone) {
      changeSteps((all) => [...all, step])
      return announce(NOT_PUBLISHED)
    }
    const missing = step.ids.filter((id) => !undone.ids.includes(id))
    const words = `Taken back: ${step.words.charAt(0).toLowerCase()}${step.words.slice(1)}`
    changeSteps((all) => {
      // What was interrupted can be retried; what was refused cannot.
      if (undone.error !== undefined)
        return [...all, { ...step, ...restOf(undone), ids: missing, error: undone.error }]
      return remember(all, { ...undone, words, undo: undefined })
    })
    announce(undone.error ?? words)
  }, [changeInBatches, undoEdit, announce, changeSteps])

  /** Queued: pressing twice undoes two steps, one after the other. */
  const undo = useCallback(() => {
    undoQueue.current = undoQueue.current.then(undoLast, undoLast)
    return undoQueue.current
  }, [undoLast])

  return {
    /** Deals that are being deleted; the list hides them. */
    gone,
    progress,
    /** The newest step. Undoable ones stay until something else is done. */
    last,
    deleteOne,
    changeMany,
    editMany,
    undo,
    findAll,
    stop,
    dismiss: () => changeSteps((all) => all.slice(0, -1)),
    clearProgress: () => setProgress(undefined),
  }
}

/** Deletes a deal; if the answer is lost but the deal is gone, the deletion counts and can be undone. */
async function deleteForSure(id: string): Promise<void> {
  try {
    await dealApi.delete(id)
  } catch (error) {
    const isDone =
      isUnanswered(error) &&
      (await dealApi.load(id).then(
        () => false,
        (missing) => isNotThere(missing),
      ))
    if (!isDone) throw error
  }
}

/** After an interrupted undo: the batches still to undo, and the deals left out. */
function restOf({ left, batches }: Step): Pick<Step, 'left' | 'batches'> {
  return { left, ...(batches && { batches }) }
}

/** Long enough to read that something was undone. */
const READ_MS = 8000

const STEPS_KEY = 'admin-undo'

/**
 * State whose latest value is available to callbacks after an await. Undoable steps survive a reload of this
 * tab.
 */
function useSteps() {
  const [steps, setSteps] = useState<readonly Step[]>([])
  const latest = useRef(steps)
  const change = useCallback((next: (all: readonly Step[]) => readonly Step[]) => {
    latest.current = next(latest.current)
    setSteps(latest.current)
    const kept = keptSteps(latest.current)
    if (kept.length > 0) tabStorage.writeJson(STEPS_KEY, kept)
    else tabStorage.remove(STEPS_KEY)
    return latest.current
  }, [])
  useEffect(() => {
    const kept = tabStorage.readJson(STEPS_KEY) as Step[] | undefined
    if (kept && latest.current.length === 0) change(() => kept)
  }, [change])

  const last = steps.at(-1)
  const isOver = last !== undefined && !last.undo && last.left.length === 0 && !last.error
  useEffect(() => {
    if (!isOver) return
    const timer = setTimeout(() => change((all) => all.filter((each) => each !== last)), READ_MS)
    return () => clearTimeout(timer)
  }, [last, isOver, change])

  /** `last` is the newest step: undoable ones stay until something else is done. */
  return { last, changeSteps: change }
}
