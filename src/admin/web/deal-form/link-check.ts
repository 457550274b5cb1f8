import { useEffect, useRef, useState } from 'react'
import type { LinkFacts } from '#app/admin/admin-deals.contract.ts'
import { failureText } from '#app/admin/web/shell/failures.ts'
import { ApiError, browserApi } from '#app/web/api/api.ts'

export type LinkCheck =
  | { state: 'idle' | 'checking' }
  | { state: 'known'; facts: LinkFacts }
  /** Why it is not a link to a shop. */
  | { state: 'bad'; reason: string }
  /** The check failed; saving will report any problem. */
  | { state: 'failed' }

const IDLE: LinkCheck = { state: 'idle' }
/** Debounces typing; a pasted link is checked at once. */
const TYPING_MS = 450

/** Checks a link with the server before anything else is typed. */
export function useLinkCheck(initialLink: string) {
  const [check, setCheck] = useState<LinkCheck>(IDLE)
  const asked = useRef(initialLink)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => () => clearTimeout(timer.current), [])

  async function ask(link: string) {
    setCheck({ state: 'checking' })
    const answer = await askServer(link).then(
      (facts): LinkCheck => ({ state: 'known', facts }),
      (error): LinkCheck => {
        const isBad = error instanceof ApiError && error.status === 422
        if (!isBad) return { state: 'failed' }
        return { state: 'bad', reason: error.fields.buyUrl ?? failureText(error, 'Not a link.') }
      },
    )
    // Another link may have been typed meanwhile.
    if (asked.current === link) setCheck(answer)
  }

  return {
    check,
    /** Call with the content of the field whenever it changes. */
    look(text: string, { isPasted }: { isPasted: boolean }) {
      const link = text.trim()
      if (link === asked.current) return
      clearTimeout(timer.current)
      asked.current = link
      setCheck(IDLE)
      if (link === '') return
      if (isPasted) void ask(link)
      else timer.current = setTimeout(() => void ask(link), TYPING_MS)
    },
    /** Discards the result for this link, unless another has been typed meanwhile. */
    forget(text: string) {
      if (asked.current !== text.trim()) return
      clearTimeout(timer.current)
      asked.current = ''
      setCheck(IDLE)
    },
    /** Checks the same link again because something has changed. */
    again() {
      if (asked.current !== '') void ask(asked.current)
    },
  }
}

async function askServer(buyUrl: string): Promise<LinkFacts> {
  const response = await browserApi.request('POST', '/api/admin/check-link', { buyUrl })
  return response.json()
}
