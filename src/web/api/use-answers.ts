import {
  QueryObserver,
  type UseQueryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react'
import { answerAtHand } from './query-keys.ts'

/**
 * The data of a query; undefined until it has loaded. On the server no data arrives later, and a plain
 * look-up costs a tenth of subscribing.
 */
export const useAnswer = import.meta.env.SSR ? useAnswerAtHand : useAnswerAsItComes

function useAnswerAtHand<T>({ queryKey }: UseQueryOptions<T>): T | undefined {
  return answerAtHand<T>(useQueryClient(), queryKey)
}

function useAnswerAsItComes<T>(query: UseQueryOptions<T>): T | undefined {
  return useQuery(query).data
}

/**
 * The data of several queries, in order; undefined for those that have not loaded. They are fetched while
 * mounted, as with `useQuery`.
 */
export const useAnswers = import.meta.env.SSR ? useAnswersAtHand : useAnswersAsTheyCome

type Queries = Array<{ queryKey: string[] }>

function useAnswersAtHand<T>(queries: Queries): Array<T | undefined> {
  const queryClient = useQueryClient()
  return queries.map(({ queryKey }) => answerAtHand<T>(queryClient, queryKey))
}

function useAnswersAsTheyCome<T>(queries: Queries): Array<T | undefined> {
  const queryClient = useQueryClient()
  const addresses = queries.map(({ queryKey: [address] }) => address).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: queries with the same addresses are the same.
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
