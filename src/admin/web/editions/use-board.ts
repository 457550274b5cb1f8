import { useState } from 'react'
import type {
  EditionChanged,
  EditionScheduled,
  SayAlternatives,
} from '#app/admin/editions/editions.contract.ts'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import { changeFailureText, changeFailureToast } from '#app/admin/web/shell/failures.ts'
import { withWarnings } from '#app/admin/web/shell/warned.ts'
import { countOf } from '#app/shared/counts.ts'
import { formatTime } from '#app/shared/dates.ts'
import { type ApiAnswer, ApiError, browserApi } from '#app/web/api/api.ts'
import { showToast } from '#app/web/toasts/toasts.ts'
import { postToEdition } from './queries.ts'
import { useBoardMoves } from './use-board-moves.ts'
import { alternativesWords, hourWords, takenBackWords } from './words.copy.ts'

type Left = EditionChanged['left']
/** When clocks are set back, an hour occurs twice: a person has to choose which. */
type Twice = { ids: string[]; time: string }

/** The actions on the board of a day, and their results. */
export function useBoardActs(day: string) {
  const [said, setSaid] = useState('')
  const [left, setLeft] = useState<Left>([])
  const [twice, setTwice] = useState<Twice>()
  const [isBusy, setBusy] = useState(false)
  const moves = useBoardMoves(day, say)

  /** Appends a space to repeated words, so that they are announced again. */
  function say(words: string) {
    setSaid((before) => (before === words ? `${words}\u00a0` : words))
  }

  const post = (verb: string, body: object) => postToEdition(day, verb, body)

  async function act<T extends EditionChanged>(
    call: () => Promise<ApiAnswer | undefined>,
    words: (answer: T) => string,
    onTimeTwice?: () => void,
  ): Promise<void> {
    setBusy(true)
    setLeft([])
    setTwice(undefined)
    try {
      // Pending moves are sent first.
      await moves.sent()
      const response = await call()
      if (!response) return say('Nothing has changed.')
      const answer: T = await response.json()
      setLeft(answer.left)
      say(words(answer))
    } catch (error) {
      say(changeFailureText(error))
      if (error instanceof ApiError && error.code === 'time-twice') onTimeTwice?.()
      else showToast(changeFailureToast(error))
    } finally {
      await moves.readAgain()
      setBusy(false)
    }
  }

  return {
    said,
    left,
    twice,
    isBusy,
    say,
    move: moves.move,
    moveBehind: moves.moveBehind,
    putIn: (ids: string[], after?: string | null) =>
      act(
        () => post('deals', { ids, ...(after === undefined ? {} : { after }) }),
        ({ changed }) => changedWords(changed, 'put into the edition.'),
      ),
    takeOut: (ids: string[]) =>
      act(
        () => post('out', { ids }),
        ({ changed }) => changedWords(changed, 'taken out of the edition.'),
      ),
    schedule: (ids: string[], time: string, which?: 'first' | 'second') =>
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
        ({ changed, at, left: stayed }) => {
          const rest = stayed.length > 0 ? ` ${stayed.length} stayed.` : ''
          return changedWords(changed, `will go out at ${hourWords(formatTime(at))}.${rest}`)
        },
        () => setTwice({ ids, time }),
      ),
    unschedule: (ids: string[]) =>
      act(
        () => post('unschedule', { ids }),
        ({ changed }) => takenBackWords(changed.length),
      ),
    sayAlternatives: (texts: SayAlternatives['texts']) =>
      act(
        () => browserApi.request('POST', `${ADMIN_CALLS.deals}/alternative-texts`, { texts }),
        ({ changed }) => alternativesWords(changed.length),
      ),
    confirmPrices: (ids: string[]) =>
      act(
        () => browserApi.request('POST', `${ADMIN_CALLS.deals}/prices-seen`, { ids }),
        ({ changed }) => `${countOf(changed.length, 'price was', 'prices were')} seen today.`,
      ),
  }
}
export type BoardActs = ReturnType<typeof useBoardActs>

function changedWords(changed: readonly string[], what: string): string {
  return changed.length === 0
    ? 'Nothing has changed.'
    : `${countOf(changed.length, 'deal')} ${what}`
}
