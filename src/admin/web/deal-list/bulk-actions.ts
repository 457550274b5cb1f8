import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { AdminDealsPage, ManyChanged } from '#app/admin/admin-deals.contract.ts'
import {
  type BulkAction,
  changeMany,
  deleteDeal,
  failureDetails,
  findCachedDeal,
  removeCachedDeals,
} from '#app/admin/web/shell/deal-list-calls.ts'
import { adminPath, refreshDeals } from '#app/admin/web/shell/queries.ts'
import type { ManagedDeal } from '#app/deals/managed-deal.contract.ts'
import { browserApi } from '#app/web/api/api.ts'
import { type DealListFilters, filterParameters } from './filters.rules.ts'
import { dealName } from './rows.rules.ts'
import {
  actionDoneWords,
  type Done,
  OPPOSITE,
  outcomeWords,
  remember,
  undoable,
  WORKING,
} from './undo.rules.ts'
import { useSteps } from './undo-steps.ts'

/** As many as one call takes; more are chosen in the order of the list. */
export const MOST_AT_ONCE = 1000
/** A call of this size is answered soon enough to show how far it got. */
const AT_A_TIME = 100

/** Long enough to read that something was taken back. */
const READ_MS = 8000

/** How far something with many deals has got. */
export type Work = { words: string; done: number; total: number }

type Tools = {
  say: (words: string) => void
  fail: (id: string, text: string, error: unknown) => void
}

/** Deletes, publishes and unpublishes deals, one or many, and takes it back. */
export function useDealActions({ say, fail }: Tools) {
  const queryClient = useQueryClient()
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const [steps, changeSteps] = useSteps()
  const [work, setWork] = useState<Work>()
  const isStopped = useRef(false)
  /** Whether something else than Undo is at work. */
  const isChanging = useRef(false)
  const undoLine = useRef(Promise.resolve())

  const nameOf = useCallback(
    (id: string) => {
      const deal = findCachedDeal(queryClient, id)
      return deal ? dealName(deal) : id
    },
    [queryClient],
  )

  const deleteOne = useCallback(
    async (deal: ManagedDeal) => {
      setGone((ids) => new Set(ids).add(deal.id))
      try {
        await deleteDeal(deal.id)
        const words = actionDoneWords('delete', 1, dealName(deal))
        changeSteps((all) => remember(all, { words, ids: [deal.id], undo: 'restore', left: [] }))
        say(`${words}. Press z to undo.`)
        removeCachedDeals(queryClient, [deal.id])
        void refreshDeals(queryClient)
      } catch (error) {
        fail(deal.id, 'Failed to delete deal', error)
      }
      setGone((ids) => new Set([...ids].filter((id) => id !== deal.id)))
    },
    [queryClient, say, fail, changeSteps],
  )

  /** Does it in portions and answers what became of it; what was done before a failure stays. */
  const doMany = useCallback(
    async (verb: BulkAction, ids: readonly string[], words: string): Promise<Done> => {
      const all: ManyChanged = { changed: [], left: [] }
      let error: string | undefined
      isStopped.current = false
      for (let at = 0; at < ids.length && !isStopped.current; at += AT_A_TIME) {
        setWork({ words, done: at, total: ids.length })
        try {
          const { changed, left } = await changeMany(verb, ids.slice(at, at + AT_A_TIME))
          all.changed.push(...changed)
          all.left.push(...left)
        } catch (failure) {
          error = failureDetails(failure) || 'The server could not be reached.'
          break
        }
      }
      const left = all.left.map(({ id, reason }) => ({ name: nameOf(id), reason }))
      const [only = ''] = all.changed
      const done: Done = {
        words: actionDoneWords(
          verb,
          all.changed.length,
          all.changed.length === 1 ? nameOf(only) : undefined,
        ),
        ids: all.changed,
        undo: OPPOSITE[verb],
        left,
        ...(error === undefined ? {} : { error }),
      }
      if (verb === 'delete') removeCachedDeals(queryClient, all.changed)
      await refreshDeals(queryClient)
      setWork(undefined)
      return done
    },
    [queryClient, nameOf],
  )

  const changeAll = useCallback(
    async (verb: BulkAction, ids: readonly string[]) => {
      isChanging.current = true
      const done = await doMany(verb, ids, WORKING[verb])
      isChanging.current = false
      changeSteps((all) => remember(all, done))
      say(outcomeWords(done))
    },
    [doMany, say, changeSteps],
  )

  const takeBack = useCallback(async () => {
    const step = undoable(changeSteps((all) => all))
    if (!step?.undo || isChanging.current) return
    changeSteps((all) => all.filter((each) => each !== step))
    const done = await doMany(step.undo, step.ids, 'Taking it back')
    const missing = step.ids.filter((id) => !done.ids.includes(id))
    const words = `Taken back: ${step.words.charAt(0).toLowerCase()}${step.words.slice(1)}`
    changeSteps((all) => {
      // What broke off can be tried again; what was refused cannot.
      if (done.error !== undefined)
        return [...all, { ...step, ids: missing, error: done.error, left: done.left }]
      return remember(all, { ...done, words, undo: undefined })
    })
    say(done.error ?? words)
  }, [doMany, say, changeSteps])

  /** Pressed twice, it takes back two steps, one after the other. */
  const undo = useCallback(() => {
    undoLine.current = undoLine.current.then(takeBack, takeBack)
    return undoLine.current
  }, [takeBack])

  /** The ids of all deals that match, the newest first, up to {@link MOST_AT_ONCE}. */
  const findAll = useCallback(async (filters: DealListFilters): Promise<string[] | undefined> => {
    const ids = new Set<string>()
    isStopped.current = false
    for (let page = 1; ids.size < MOST_AT_ONCE; page += 1) {
      const query = { page, limit: 100, ...filterParameters(filters) }
      const { deals, pagination } = (await browserApi.load(
        adminPath('/api/admin/deals', query),
      )) as AdminDealsPage
      for (const { id } of deals) ids.add(id)
      setWork({
        words: 'Selecting',
        done: Math.min(ids.size, MOST_AT_ONCE),
        total: Math.min(pagination.totalDeals, MOST_AT_ONCE),
      })
      if (!pagination.hasNextPage || isStopped.current) break
    }
    setWork(undefined)
    return isStopped.current ? undefined : [...ids].slice(0, MOST_AT_ONCE)
  }, [])

  const last = steps.at(-1)
  const isOver = last !== undefined && !last.undo && last.left.length === 0 && !last.error
  useEffect(() => {
    if (!isOver) return
    const timer = setTimeout(
      () => changeSteps((all) => all.filter((each) => each !== last)),
      READ_MS,
    )
    return () => clearTimeout(timer)
  }, [last, isOver, changeSteps])

  return {
    gone,
    work,
    /** The newest thing that was done. What can be taken back stays until something else is done. */
    last,
    deleteOne,
    changeAll,
    undo,
    findAll,
    stop: () => {
      isStopped.current = true
    },
    dismiss: () => changeSteps((all) => all.slice(0, -1)),
    giveUp: () => setWork(undefined),
  }
}
