import { type RefObject, useEffect, useState } from 'react'

/** Call what it answers to lead to the first field that has something wrong with it. */
export function useFirstError(root: RefObject<HTMLElement | null>): () => void {
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    // The fields are marked by now.
    if (attempt > 0) root.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempt, root])

  return () => setAttempt((count) => count + 1)
}
