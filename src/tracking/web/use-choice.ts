import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { chooseConsent } from './consent.ts'

export type Choice = {
  /** What is being kept at the moment. */
  busyWith: boolean | undefined
  hasFailed: boolean
  /** Answers whether it was kept. */
  choose: (marketing: boolean) => Promise<boolean>
}

/** Saying yes or no to being measured. */
export function useChoice(): Choice {
  const queryClient = useQueryClient()
  const [busyWith, setBusyWith] = useState<boolean>()
  const [hasFailed, setHasFailed] = useState(false)

  async function choose(marketing: boolean) {
    setBusyWith(marketing)
    setHasFailed(false)
    try {
      await chooseConsent(queryClient, marketing)
      return true
    } catch {
      setHasFailed(true)
      return false
    } finally {
      setBusyWith(undefined)
    }
  }

  return { busyWith, hasFailed, choose }
}
