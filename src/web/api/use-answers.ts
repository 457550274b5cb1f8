import {
  QueryObserver,
  type UseQueryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react'
import { answerAtHand } from './query-keys.ts'

/**
 * What a query has answered: undefined where nothing is at hand yet. On the server nothing comes later, and
 * to look it up is a tenth of what it costs to be told of it.
 */
export const useAnswer = import.meta.env.SSR ? useAnswerAtHand : useAnswerAsItComes

function useAnswerAtHand<T>({ queryKey }: UseQueryOptions<T>): T | undefined {
  return answerAtHand<T>(useQueryClient(), queryKey)
}

function useAnswerAsItComes<T>(query: UseQueryOptions<T>): T | undefined {
  return useQuery(query).data
}

/**
 * What several queries have answered, in their order: undefined where nothing is at hand yet. Each is
 * asked while it is looked at, as with `useQuery`.
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
