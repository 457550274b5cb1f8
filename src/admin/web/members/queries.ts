import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { FoundMembers, Member } from '#app/admin/members.contract.ts'
import { ADMIN_CALLS, withParameters } from '#app/admin/web/shell/calls.rules.ts'
import { isNotThere } from '#app/admin/web/shell/failures.ts'
import { queryOf } from '#app/web/api/query-keys.ts'

const searchQuery = (q: string) => queryOf(withParameters(ADMIN_CALLS.members, { q }))

export const memberCall = (userId: string, what = '') =>
  `${ADMIN_CALLS.members}/${encodeURIComponent(userId)}${what && `/${what}`}`

/** Every look at a member is audited, so the page is read when it is opened and never refetched by itself. */
const memberQuery = (userId: string) => ({
  ...queryOf(memberCall(userId)),
  staleTime: Infinity,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  retry: false,
})

export async function loadFound(queryClient: QueryClient, q: string): Promise<void> {
  await queryClient.prefetchQuery({ ...searchQuery(q), staleTime: 0 })
}

/** Returns the results, or undefined if they could not be read. */
export function useFound(q: string): FoundMembers | undefined {
  return useQuery<FoundMembers>(searchQuery(q)).data
}

/** Whether there is no such member. Browsers get the loaded member from the cache, but not its error. */
export async function loadMember(queryClient: QueryClient, userId: string): Promise<boolean> {
  const query = memberQuery(userId)
  await queryClient.prefetchQuery({ ...query, staleTime: 0 })
  return isNotThere(queryClient.getQueryState(query.queryKey)?.error)
}

export function useMember(userId: string) {
  return useQuery<Member>({ ...memberQuery(userId), enabled: false })
}

/** Caches the page that an act returned. */
export function showMember(queryClient: QueryClient, member: Member): void {
  queryClient.setQueryData(memberQuery(member.id).queryKey, member)
}
