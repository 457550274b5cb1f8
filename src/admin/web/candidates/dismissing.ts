import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { usePageKeys } from '#app/admin/web/deal-list/keyboard.ts'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import { changeFailureText } from '#app/admin/web/shell/failures.ts'
import { OF_ADMIN_DEALS } from '#app/admin/web/shell/refresh-deals.ts'
import type {
  Candidate,
  CandidatesBack,
  DismissedCandidates,
} from '#app/product-feeds/product-feeds.contract.ts'
import { MOST_DISMISSED_AT_ONCE } from '#app/product-feeds/product-feeds.facts.ts'
import { browserApi } from '#app/web/api/api.ts'
import { tagged } from '#app/web/api/query-keys.ts'
import { backInWords, candidateName, dismissedInWords } from './words.copy.ts'

type Act = 'dismiss' | 'bring-back'
type Last = {
  words: string
  undo: { act: Act; ids: number[]; name: string | undefined } | undefined
}
type Asked = {
  ids: number[]
  /** The name of a single candidate; undefined for several. */
  name: string | undefined
  /** Where focus goes next: this selector in the row of this candidate. */
  next: { id: number | undefined; selector: string }
  isUndo: boolean
}

type Options = {
  /** The listed candidates, and the address that identifies the list. */
  candidates: Candidate[]
  address: string
  bar: RefObject<HTMLElement | null>
  /** Called with the ids that were changed, which are no longer chosen. */
  onDone: (ids: number[]) => void
}

const TOOL = '[data-dismissal]'
const CHOICE = 'input'

/** Dismisses candidates and brings them back: each leaves its list at once, and focus moves to the next. */
export function useDismissing({ candidates, address, bar, onDone }: Options) {
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [last, setLast] = useState<Last>()
  const [failure, setFailure] = useState('')
  const [away, setAway] = useState<{ address: string; ids: ReadonlySet<number> }>()
  const goTo = useRef<Asked['next'] & { from: Element | null; hasFailed: boolean }>(undefined)
  const isAway = (id: number) => away?.address === address && away.ids.has(id)
  const shown = candidates.filter(({ id }) => !isAway(id))

  // The pressed button is gone, unless the call failed; a restored row appears only with the refetched list.
  // Keeps focus where it is if the person has moved it meanwhile.
  useEffect(() => {
    if (!goTo.current) return
    const { id, selector, from, hasFailed } = goTo.current
    const here = document.activeElement
    const isLeft = !here || here === document.body || here === bar.current
    const isFree = isLeft || (here === from && !hasFailed)
    const next = document.querySelector<HTMLElement>(`[data-candidate="${id}"] ${selector}`)
    if (isFree) (next ?? bar.current)?.focus()
    if (isFree ? next || id === undefined : here !== from) goTo.current = undefined
  })

  async function change(act: Act, { ids, name, next, isUndo }: Asked) {
    if (isBusy) return
    const from = document.activeElement
    setBusy(true)
    setFailure('')
    try {
      const { words, done } = await askFor(act, ids, name)
      const undo = { act: act === 'dismiss' ? 'bring-back' : 'dismiss', ids: done, name } as const
      goTo.current = { ...next, from, hasFailed: false }
      setLast((before) => ({
        // A trailing space makes screen readers announce the same words again.
        words: before?.words === words ? `${words}\u00a0` : words,
        undo: isUndo || done.length === 0 ? undefined : undo,
      }))
      const gone = new Set(away?.address === address ? away.ids : [])
      for (const id of ids) {
        if (isUndo) gone.delete(id)
        else gone.add(id)
      }
      setAway({ address, ids: gone })
      onDone(ids)
      void readAgain(queryClient)
    } catch (error) {
      goTo.current = { ...next, from, hasFailed: true }
      setLast(undefined)
      setFailure(changeFailureText(error))
      // The call may have succeeded in spite of the error.
      await readAgain(queryClient)
    }
    setBusy(false)
  }

  function one(act: Act, candidate: Candidate) {
    const next = { id: nextOf(shown, [candidate.id]), selector: TOOL }
    const asked = { ids: [candidate.id], name: candidateName(candidate), next, isUndo: false }
    return change(act, asked)
  }
  function many(act: Act, ids: number[]) {
    const [only] = ids.length === 1 ? candidates.filter(({ id }) => id === ids[0]) : []
    const next = { id: nextOf(shown, ids), selector: CHOICE }
    return change(act, { ids, name: only && candidateName(only), next, isUndo: false })
  }
  const undoing = last?.undo
  const undo = undoing
    ? () => {
        const { act, ids, name } = undoing
        return change(act, { ids, name, next: { id: ids[0], selector: TOOL }, isUndo: true })
      }
    : undefined

  const hasKey = useUndoKey(undo)
  return {
    isBusy,
    words: last?.words ?? '',
    failure,
    shown,
    one,
    many,
    undo,
    hasKey,
    close: () => {
      setLast(undefined)
      setFailure('')
    },
  }
}

async function askFor(act: Act, ids: number[], name: string | undefined) {
  const dismissed: DismissedCandidates = { dismissed: [], others: [], gone: [] }
  const back: CandidatesBack = { back: [], gone: [] }
  for (let from = 0; from < ids.length; from += MOST_DISMISSED_AT_ONCE) {
    const some = { ids: ids.slice(from, from + MOST_DISMISSED_AT_ONCE) }
    const response = await browserApi.request('POST', `${ADMIN_CALLS.candidates}/${act}`, some)
    const answer = await response.json()
    for (const [kind, of] of Object.entries<number[]>(answer)) {
      const all: Record<string, number[]> = act === 'dismiss' ? dismissed : back
      all[kind]?.push(...of)
    }
  }
  return act === 'dismiss'
    ? { words: dismissedInWords(dismissed, name), done: dismissed.dismissed }
    : { words: backInWords(back, name), done: back.back }
}

/** Returns the next candidate below them that can be chosen, or else the one above. */
function nextOf(candidates: Candidate[], ids: number[]): number | undefined {
  const gone = new Set(ids)
  const at = candidates.findLastIndex(({ id }) => gone.has(id))
  const mayBe = ({ id, known }: Candidate) => !gone.has(id) && known?.by !== 'link'
  return (candidates.slice(at + 1).find(mayBe) ?? candidates.slice(0, at + 1).findLast(mayBe))?.id
}

async function readAgain(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries(tagged(OF_ADMIN_DEALS))
}

/** Makes `z` undo, as in the deal list, if single-key shortcuts are on. Returns whether they are. */
function useUndoKey(undo: (() => unknown) | undefined): boolean {
  const [hasPageKeys] = usePageKeys()
  const latest = useRef(undo)
  useLayoutEffect(() => {
    latest.current = undo
  })
  useEffect(() => {
    if (!hasPageKeys) return
    const hear = (event: KeyboardEvent) => {
      const { key, altKey, ctrlKey, metaKey, target } = event
      if (key !== 'z' || altKey || ctrlKey || metaKey || event.isComposing) return
      if (!(target instanceof Element) || target.matches(TYPED_INTO)) return
      if (!latest.current) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [hasPageKeys])
  return hasPageKeys
}

const TYPED_INTO = 'select, textarea, [contenteditable], input:not([type=checkbox])'
