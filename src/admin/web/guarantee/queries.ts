import { type QueryClient, useQuery } from '@tanstack/react-query'
import { ADMIN_CALLS, withParameters } from '#app/admin/web/shell/calls.rules.ts'
import { CLAIM_LISTS, type ClaimList } from '#app/guarantee/guarantee.facts.ts'
import type { GuaranteeDesk } from '#app/guarantee/guarantee-desk.contract.ts'
import { queryOf } from '#app/web/api/query-keys.ts'

export type DeskWish = { list: ClaimList; page: string }

/** Returns what the address asks the page to show. */
export function deskWishIn(search: URLSearchParams): DeskWish {
  const page = search.get('page') ?? ''
  return {
    list: CLAIM_LISTS.find((each) => each === search.get('list')) ?? 'asked',
    page: /^[1-9]\d{0,5}$/.test(page) ? page : '1',
  }
}

const deskAddress = (asked: DeskWish) => withParameters(ADMIN_CALLS.guarantee, asked)
const deskQuery = (asked: DeskWish) => queryOf(deskAddress(asked))

export function loadGuaranteeDesk(queryClient: QueryClient, asked: DeskWish): Promise<void> {
  return queryClient.prefetchQuery({ ...deskQuery(asked), staleTime: 0 })
}

export function useGuaranteeDesk(asked: DeskWish) {
  return useQuery<GuaranteeDesk>(deskQuery(asked))
}

export function refreshGuaranteeDesk(queryClient: QueryClient, asked: DeskWish): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: deskQuery(asked).queryKey })
}

export function showGuaranteeDesk(queryClient: QueryClient, asked: DeskWish, desk: GuaranteeDesk) {
  queryClient.setQueryData(deskQuery(asked).queryKey, desk)
}
