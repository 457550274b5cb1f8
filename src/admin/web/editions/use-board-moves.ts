import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { EditionBoard, EditionMoved } from '#app/admin/editions/editions.contract.ts'
import { dealTitle } from '#app/admin/web/deal-form/words.copy.ts'
import { changeFailureText } from '#app/admin/web/shell/failures.ts'
import { onEditionsChanged } from '#app/admin/web/shell/live.ts'
import { tagged } from '#app/web/api/query-keys.ts'
import { showToast } from '#app/web/toasts/toasts.ts'
import { afterFor, type Direction, groupsOf, withMoved } from './board.rules.ts'
import { boardQuery, OF_EDITIONS, postToEdition } from './queries.ts'
import { cannotMoveWords, movedWords } from './words.copy.ts'

/**
 * Moves on the board of a day: optimistic updates, sent one by one, each with the version that the previous
 * one returned. Changes by others are loaded only while none is pending.
 */
export function useBoardMoves(day: string, say: (words: string) => void) {
  const queryClient = useQueryClient()
  const { queryKey } = boardQuery(day)
  const line = useRef<Promise<unknown>>(Promise.resolve())
  const waiting = useRef(0)

  const now = () => queryClient.getQueryData<EditionBoard>(queryKey)
  const readAgain = () => queryClient.invalidateQueries(tagged(OF_EDITIONS))

  // biome-ignore lint/correctness/useExhaustiveDependencies: the query client never changes.
  useEffect(
    () =>
      onEditionsChanged(() => {
        // While own moves are pending, the board is ahead of the server.
        if (waiting.current === 0) void readAgain()
      }),
    [],
  )

  function enqueue(task: () => Promise<void>) {
    waiting.current += 1
    line.current = line.current.then(async () => {
      try {
        await task()
      } catch (error) {
        const words = changeFailureText(error)
        say(words)
        showToast({ title: 'Not moved', description: words, tone: 'error' })
      }
      waiting.current -= 1
      if (waiting.current === 0) await readAgain()
    })
  }

  async function sendMove(id: string, after: string | null) {
    const version = now()?.deals.find(({ deal }) => deal.id === id)?.version ?? 0
    const response = await postToEdition(day, 'moves', { id, version, after })
    const answer: EditionMoved = await response.json()
    queryClient.setQueryData<EditionBoard>(
      queryKey,
      (known) =>
        known && {
          ...known,
          deals: known.deals.map((one) =>
            one.deal.id === id ? { ...one, version: answer.version } : one,
          ),
        },
    )
  }

  /** Places a deal after another of its group; null for the top. */
  function moveBehind(id: string, after: string | null) {
    const board = now()
    const each = board?.deals.find(({ deal }) => deal.id === id)
    if (!board || !each) return
    const next = withMoved(board, id, after)
    // A refetch under way would overwrite the optimistic update with old data.
    void queryClient.cancelQueries({ queryKey }, { revert: false })
    queryClient.setQueryData(queryKey, next)
    const place = next.deals.findIndex(({ deal }) => deal.id === id) + 1
    say(movedWords(each.deal, place, next.deals.length))
    enqueue(() => sendMove(id, after))
  }

  function move(id: string, direction: Direction) {
    const board = now()
    const group =
      board && groupsOf(board).find(({ deals }) => deals.some(({ deal }) => deal.id === id))
    const each = group?.deals.find(({ deal }) => deal.id === id)
    if (!group || !each) return
    if (group.isOut) return say(`${dealTitle(each.deal)} is out already, and keeps its place.`)
    const ids = group.deals.map(({ deal }) => deal.id)
    const after = afterFor(ids, id, direction)
    if (after === undefined) return say(cannotMoveWords(each.deal, direction))
    moveBehind(id, after)
  }

  /** Resolves when all moves so far have been sent and answered. */
  const sent = () => line.current

  return { move, moveBehind, sent, readAgain }
}
