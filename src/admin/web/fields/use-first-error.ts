import { type RefObject, useEffect, useState } from 'react'

/** Returns a function that focuses the first invalid field after the next render. */
export function useFirstError(root: RefObject<HTMLElement | null>): () => void {
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    if (attempt > 0) root.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempt, root])

  return () => setAttempt((count) => count + 1)
}
