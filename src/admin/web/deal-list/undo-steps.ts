import { useCallback, useRef, useState } from 'react'
import type { Done } from './undo.rules.ts'

/** The steps as they are shown, and a way to change them that knows them as they are by now. */
export function useSteps() {
  const [steps, setSteps] = useState<readonly Done[]>([])
  const latest = useRef(steps)
  const change = useCallback((next: (all: readonly Done[]) => readonly Done[]) => {
    latest.current = next(latest.current)
    setSteps(latest.current)
    return latest.current
  }, [])
  return [steps, change] as const
}
