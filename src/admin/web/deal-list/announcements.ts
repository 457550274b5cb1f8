import { useCallback, useState } from 'react'

/** What is said to screen readers; the same words twice are said twice. */
export function useSpoken(): [string, (words: string) => void] {
  const [spoken, setSpoken] = useState('')
  const say = useCallback((words: string) => {
    setSpoken((before) => (before === words ? `${words}\u00a0` : words))
  }, [])
  return [spoken, say]
}
