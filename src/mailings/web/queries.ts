import { type QueryClient, useQuery } from '@tanstack/react-query'
import { OF_VIEWER } from '#app/accounts/web/user.ts'
import type { MailChoices } from '#app/mailings/mailings.contract.ts'
import { NULL_WHEN_SIGNED_OUT, queryOf } from '#app/web/api/query-keys.ts'
import { isBrowser } from '#app/web/browser.ts'

const mailChoicesQuery = queryOf('/api/mail/choices', OF_VIEWER, NULL_WHEN_SIGNED_OUT)

/** Always fetches in the browser: a link in a mail may have changed the choices. */
export async function loadMailChoices(queryClient: QueryClient): Promise<void> {
  const staleTime = isBrowser ? 0 : Number.POSITIVE_INFINITY
  await queryClient.prefetchQuery({ ...mailChoicesQuery, staleTime })
}

export function hasMailChoicesFailed(queryClient: QueryClient): boolean {
  return queryClient.getQueryState(mailChoicesQuery.queryKey)?.status === 'error'
}

export function useMailChoices() {
  return useQuery<MailChoices | null>(mailChoicesQuery)
}
