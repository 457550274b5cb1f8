import { QueryObserver, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react'

/**
 * What several queries have answered, in their order: undefined where nothing is at hand yet. Each is
 * asked while it is looked at, as with `useQuery`.
 */
export function useAnswers<T>(queries: Array<{ queryKey: string[] }>): Array<T | undefined> {
  const queryClient = useQueryClient()
  const addresses = queries.map(({ queryKey: [address] }) => address).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same addresses are the same queries.
  const observers = useMemo(
    () => queries.map((query) => new QueryObserver<T>(queryClient, query)),
    [queryClient, addresses],
  )
  const subscribe = useCallback(
    (onChange: () => void) => {
      const stops = observers.map((observer) => observer.subscribe(onChange))
      return () => {
        for (const stop of stops) stop()
      }
    },
    [observers],
  )
  const last = useRef<Array<T | undefined>>([])
  const read = () => {
    const now = queries.map(({ queryKey }) => queryClient.getQueryData<T>(queryKey))
    const { current } = last
    const isSame = now.length === current.length && now.every((data, at) => data === current[at])
    if (!isSame) last.current = now
    return last.current
  }
  return useSyncExternalStore(subscribe, read, read)
}
