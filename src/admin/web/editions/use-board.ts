import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type {
  EditionBoard,
  EditionChanged,
  EditionMoved,
  EditionScheduled,
  SayAlternatives,
} from '#app/admin/editions/editions.contract.ts'
import { dealTitle } from '#app/admin/web/deal-form/words.copy.ts'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import { changeFailureText, changeFailureToast } from '#app/admin/web/shell/failures.ts'
import { onEditionsChanged } from '#app/admin/web/shell/live.ts'
import { withWarnings } from '#app/admin/web/shell/warned.ts'
import { countOf } from '#app/shared/counts.ts'
import { formatTime } from '#app/shared/dates.ts'
import { type ApiAnswer, ApiError, browserApi } from '#app/web/api/api.ts'
import { tagged } from '#app/web/api/query-keys.ts'
import { showToast } from '#app/web/toasts/toasts.ts'
import { afterFor, type Direction, groupsOf, withMoved } from './board.rules.ts'
import { boardQuery, OF_EDITIONS } from './queries.ts'
import {
  alternativesWords,
  cannotMoveWords,
  hourWords,
  movedWords,
  takenBackWords,
} from './words.copy.ts'

type Left = EditionChanged['left']
/** The clocks go back, and a time comes twice: somebody has to say which. */
type Twice = { ids: string[]; time: string }

/**
 * What can be done on the board of a day. Moves are shown at once and sent one after the other, each on the
 * version that the one before has left; what others do is read in between.
 */
export function useBoardActs(day: string) {
  const queryClient = useQueryClient()
  const { queryKey } = boardQuery(day)
  const [said, setSaid] = useState('')
  const [left, setLeft] = useState<Left>([])
  const [twice, setTwice] = useState<Twice>()
  const [isBusy, setBusy] = useState(false)
  const line = useRef<Promise<unknown>>(Promise.resolve())
  const waiting = useRef(0)

  const now = () => queryClient.getQueryData<EditionBoard>(queryKey)
  const readAgain = () => queryClient.invalidateQueries(tagged(OF_EDITIONS))

  // biome-ignore lint/correctness/useExhaustiveDependencies: the query client stays.
  useEffect(
    () =>
      onEditionsChanged(() => {
        // While moves of our own are on their way the board is ahead of the server.
        if (waiting.current === 0) void readAgain()
      }),
    [],
  )

  /** The same words twice in a row are said twice. */
  function say(words: string) {
    setSaid((before) => (before === words ? `${words}\u00a0` : words))
  }

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

  /** Behind which deal of those that go out with it; null for the top. */
  function moveBehind(id: string, after: string | null) {
    const board = now()
    const each = board?.deals.find(({ deal }) => deal.id === id)
    if (!board || !each) return
    const next = withMoved(board, id, after)
    // What is being read just now is of before.
    void queryClient.cancelQueries({ queryKey }, { revert: false })
    queryClient.setQueryData(queryKey, next)
    say(
      movedWords(
        each.deal,
        next.deals.findIndex(({ deal }) => deal.id === id) + 1,
        next.deals.length,
      ),
    )
    enqueue(async () => {
      const version = now()?.deals.find(({ deal }) => deal.id === id)?.version ?? 0
      const response = await post('moves', { id, version, after })
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
    })
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

  function post(verb: string, body: object) {
    return browserApi.request(
      'POST',
      `${ADMIN_CALLS.editions}/${encodeURIComponent(day)}/${verb}`,
      body,
    )
  }

  async function act<T extends EditionChanged>(
    call: () => Promise<ApiAnswer | undefined>,
    words: (answer: T) => string,
  ): Promise<void> {
    setBusy(true)
    setLeft([])
    setTwice(undefined)
    try {
      // What is on its way comes first.
      await line.current
      const response = await call()
      if (!response) {
        return say('Nothing has changed.')
      }
      const answer: T = await response.json()
      setLeft(answer.left)
      say(words(answer))
      await readAgain()
    } catch (error) {
      say(changeFailureText(error))
      if (!(error instanceof ApiError && error.code === 'time-twice')) {
        showToast(changeFailureToast(error))
      }
      await readAgain()
      throw error
    } finally {
      setBusy(false)
    }
  }

  const deals = (count: number) => countOf(count, 'deal')
  const quietly = (promise: Promise<unknown>) => void promise.catch(() => {})

  return {
    said,
    left,
    twice,
    isBusy,
    say,
    move,
    moveBehind,
    putIn: (ids: string[], after?: string | null) =>
      quietly(
        act(
          () => post('deals', { ids, ...(after === undefined ? {} : { after }) }),
          ({ changed }) =>
            changed.length === 0
              ? 'Nothing has changed.'
              : `${deals(changed.length)} put into the edition.`,
        ),
      ),
    takeOut: (ids: string[]) =>
      quietly(
        act(
          () => post('out', { ids }),
          ({ changed }) =>
            changed.length === 0
              ? 'Nothing has changed.'
              : `${deals(changed.length)} taken out of the edition.`,
        ),
      ),
    schedule: (ids: string[], time: string, which?: 'first' | 'second') =>
      quietly(
        act<EditionScheduled>(
          () =>
            withWarnings(
              async (seenWarnings, leftOut) => {
                const going = ids.filter((id) => !leftOut.has(id))
                if (going.length === 0) return
                const when = { time, ...(which ? { which } : {}) }
                return post('schedule', { ids: going, seenWarnings, ...when })
              },
              { mayLeaveOut: true },
            ),
          ({ changed, at, left: stayed }) =>
            changed.length === 0
              ? 'Nothing has changed.'
              : `${deals(changed.length)} will go out at ${hourWords(formatTime(at))}.${stayed.length > 0 ? ` ${stayed.length} stayed.` : ''}`,
        ).catch((error) => {
          if (error instanceof ApiError && error.code === 'time-twice') setTwice({ ids, time })
        }),
      ),
    unschedule: (ids: string[]) =>
      quietly(
        act(
          () => post('unschedule', { ids }),
          ({ changed }) => takenBackWords(changed.length),
        ),
      ),
    sayAlternatives: (texts: SayAlternatives['texts']) =>
      quietly(
        act(
          () => browserApi.request('POST', `${ADMIN_CALLS.deals}/alternative-texts`, { texts }),
          ({ changed }) => alternativesWords(changed.length),
        ),
      ),
    confirmPrices: (ids: string[]) =>
      quietly(
        act(
          () => browserApi.request('POST', `${ADMIN_CALLS.deals}/prices-seen`, { ids }),
          ({ changed }) => `${countOf(changed.length, 'price was', 'prices were')} seen today.`,
        ),
      ),
  }
}
export type BoardActs = ReturnType<typeof useBoardActs>
