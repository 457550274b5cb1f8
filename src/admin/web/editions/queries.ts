import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import type {
  EditionBoard,
  EditionCalendar,
  EditionDrafts,
} from '#app/admin/editions/editions.contract.ts'
import { ADMIN_CALLS, withParameters } from '#app/admin/web/shell/calls.rules.ts'
import { OF_ADMIN_DEALS } from '#app/admin/web/shell/refresh-deals.ts'
import { browserApi } from '#app/web/api/api.ts'
import { queryOf } from '#app/web/api/query-keys.ts'

/** The cache tag of everything that planning changes. */
export const OF_EDITIONS = 'admin-editions'

export const boardQuery = (day: string) =>
  queryOf(`${ADMIN_CALLS.editions}/${encodeURIComponent(day)}`, OF_ADMIN_DEALS, OF_EDITIONS)
const calendarQuery = (month: string | undefined) =>
  queryOf(withParameters(ADMIN_CALLS.editions, { month }), OF_ADMIN_DEALS, OF_EDITIONS)
const draftsQuery = (q: string, page: number) =>
  queryOf(
    withParameters(ADMIN_CALLS.editionDrafts, { q, page: page > 1 ? page : undefined }),
    OF_ADMIN_DEALS,
    OF_EDITIONS,
  )

// Always refetched, since somebody else may have planned something.

export async function loadBoard(queryClient: QueryClient, day: string): Promise<void> {
  await Promise.all(
    [boardQuery(day), draftsQuery('', 1)].map((query) =>
      queryClient.prefetchQuery({ ...query, staleTime: 0 }),
    ),
  )
}

export async function loadCalendar(
  queryClient: QueryClient,
  month: string | undefined,
): Promise<void> {
  await queryClient.prefetchQuery({ ...calendarQuery(month), staleTime: 0 })
}

export function useBoard(day: string) {
  return useQuery<EditionBoard>(boardQuery(day))
}

export function useCalendar(month: string | undefined) {
  return useQuery<EditionCalendar>(calendarQuery(month))
}

export function useDrafts(q: string, page: number) {
  return useQuery<EditionDrafts>({ ...draftsQuery(q, page), placeholderData: keepPreviousData })
}

/** Posts a change of a day's plan. Throws ApiError. */
export function postToEdition(day: string, verb: string, body: object) {
  return browserApi.request(
    'POST',
    `${ADMIN_CALLS.editions}/${encodeURIComponent(day)}/${verb}`,
    body,
  )
}

/** Returns the month in an address, if it is a valid one. */
export function monthIn(search: URLSearchParams): string | undefined {
  const month = search.get('month') ?? ''
  return /^20\d\d-(0[1-9]|1[0-2])$/.test(month) ? month : undefined
}
