import type { QueryClient } from '@tanstack/react-query'
import type { Notices, UnreadNotices } from '#app/notices/notices.contract.ts'
import { browserApi } from '#app/web/api/api.ts'
import { failedChange } from '#app/web/api/failed-change.ts'
import { tagged } from '#app/web/api/query-keys.ts'
import { showToast } from '#app/web/toasts/toasts.ts'
import { noticesQuery, OF_INBOX, unreadQuery } from './queries.ts'

/** Updates the page optimistically; if the call fails, refetches it and shows why. */
async function mark(
  queryClient: QueryClient,
  page: number,
  call: { address: string; body?: object; isMarked: (id: number) => boolean },
): Promise<void> {
  await queryClient.cancelQueries(tagged(OF_INBOX))
  queryClient.setQueryData<Notices>(
    noticesQuery(page).queryKey,
    (known) =>
      known && {
        ...known,
        notices: known.notices.map((each) =>
          call.isMarked(each.id) ? { ...each, isRead: true } : each,
        ),
      },
  )
  try {
    const response = await browserApi.request('PUT', call.address, call.body)
    const { unread } = (await response.json()) as UnreadNotices
    queryClient.setQueryData<UnreadNotices>(unreadQuery.queryKey, { unread })
  } catch (error) {
    showToast(failedChange(error, 'Not marked'))
  } finally {
    await queryClient.invalidateQueries(tagged(OF_INBOX))
  }
}

export function markNoticeRead(queryClient: QueryClient, page: number, id: number) {
  return mark(queryClient, page, {
    address: `/api/notices/${id}/read`,
    isMarked: (each) => each === id,
  })
}

export function markAllRead(queryClient: QueryClient, page: number, through: number) {
  return mark(queryClient, page, {
    address: '/api/notices/read',
    body: { through },
    isMarked: (each) => each <= through,
  })
}
