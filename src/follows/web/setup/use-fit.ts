import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Fit } from '#app/follows/follows.contract.ts'
import { browserApi } from '#app/web/api/api.ts'
import { readSetupForm } from './setup-form.rules.ts'

/** The debounce while somebody is still choosing. */
const PAUSE_MS = 200

/** Counts how many deals fit the form, updated as it changes. */
export function useFit(form: RefObject<HTMLFormElement | null>, known: Fit) {
  const [fit, setFit] = useState(known)
  const asked = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function ask() {
    if (!form.current) return
    asked.current += 1
    const mine = asked.current
    const { wish } = readSetupForm(new FormData(form.current))
    try {
      const response = await browserApi.request('POST', '/api/for-you/fit', wish)
      const answer = (await response.json()) as Fit
      if (mine === asked.current) setFit(answer)
    } catch {
      // Keeps the former number: the next change asks again, and saving reports what is wrong.
    }
  }

  return {
    fit,
    count: () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void ask(), PAUSE_MS)
    },
  }
}
