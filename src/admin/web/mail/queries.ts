import { type QueryClient, useQuery } from '@tanstack/react-query'
import { ADMIN_CALLS, withParameters } from '#app/admin/web/shell/calls.rules.ts'
import type { EditionPreview, MailDesk } from '#app/mailings/mail-desk.contract.ts'
import { queryOf } from '#app/web/api/query-keys.ts'

export type WantedPreview = { as: string; edition: string; email: string }

const deskQuery = queryOf(ADMIN_CALLS.mail)
const previewQuery = (asked: WantedPreview) =>
  queryOf(withParameters(ADMIN_CALLS.mailPreview, asked))

export async function loadMailDesk(queryClient: QueryClient, asked: WantedPreview): Promise<void> {
  // Always refetched, since mails are being sent in the background.
  await Promise.all(
    [deskQuery, previewQuery(asked)].map((query) =>
      queryClient.prefetchQuery({ ...query, staleTime: 0 }),
    ),
  )
}

export function useMailDesk() {
  return useQuery<MailDesk>(deskQuery)
}

export function useEditionPreview(asked: WantedPreview) {
  return useQuery<EditionPreview>(previewQuery(asked))
}

export function refreshMailDesk(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: deskQuery.queryKey })
}

export function showMailDesk(queryClient: QueryClient, desk: MailDesk): void {
  queryClient.setQueryData(deskQuery.queryKey, desk)
}

/** Returns what the address asks the page to show. */
export function askedIn(search: URLSearchParams): WantedPreview {
  const as = search.get('as') ?? ''
  return {
    as: ['free', 'account'].includes(as) ? as : 'member',
    edition: search.get('edition') === 'newest' ? 'newest' : 'next',
    email: as === 'account' ? (search.get('email') ?? '').slice(0, 254) : '',
  }
}

/** Returns the address of the preview as HTML, as a mail program shows it. */
export function htmlAddress(asked: WantedPreview): string {
  return withParameters(`${ADMIN_CALLS.mailPreview}/html`, asked)
}
