import { type QueryClient, useQuery } from '@tanstack/react-query'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import { isNotThere } from '#app/admin/web/shell/failures.ts'
import type {
  Announcement,
  AnnouncementDraft,
  AnnouncementList,
} from '#app/mailings/announcements.contract.ts'
import { browserApi } from '#app/web/api/api.ts'
import { queryOf } from '#app/web/api/query-keys.ts'

const listQuery = queryOf(ADMIN_CALLS.letters)

export const letterCall = (id: string, what = '') =>
  `${ADMIN_CALLS.letters}/${encodeURIComponent(id)}${what && `/${what}`}`

const letterQuery = (id: string) => queryOf(letterCall(id))

// Always refetched, since letters are being sent in the background.
export async function loadLetters(queryClient: QueryClient): Promise<void> {
  await queryClient.prefetchQuery({ ...listQuery, staleTime: 0 })
}

/** Whether there is no such letter. Browsers get the loaded letter from the cache, but not its error. */
export async function loadLetter(queryClient: QueryClient, id: string): Promise<boolean> {
  const query = letterQuery(id)
  await queryClient.prefetchQuery({ ...query, staleTime: 0, retry: false })
  return isNotThere(queryClient.getQueryState(query.queryKey)?.error)
}

/** Returns the stored letter if it equals the draft: a call whose answer was lost has then saved it. */
export async function findSavedLetter(
  id: string,
  draft: AnnouncementDraft,
): Promise<Announcement | undefined> {
  try {
    const kept = (await browserApi.load(letterCall(id))) as Announcement
    return inOneText(kept) === inOneText(draft) ? kept : undefined
  } catch {
    return undefined
  }
}

function inOneText({ subject, body, audience, about }: AnnouncementDraft): string {
  const words = [subject, body].map((text) => text.replaceAll('\r\n', '\n').trim())
  return JSON.stringify([...words, audience, about?.document, about?.version])
}

export function useLetters() {
  return useQuery<AnnouncementList>(listQuery)
}

export function useLetter(id: string, isThere: boolean) {
  return useQuery<Announcement>({ ...letterQuery(id), enabled: isThere, retry: false })
}

export function showLetter(queryClient: QueryClient, letter: Announcement): void {
  queryClient.setQueryData(letterQuery(letter.id).queryKey, letter)
}

export async function readLetterAnew(queryClient: QueryClient, id: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: letterQuery(id).queryKey })
}

/** The address of the letter as HTML, as a mail program shows it. */
export function htmlOfLetter(id: string, look: 'light' | 'dark'): string {
  return `${letterCall(id, 'html')}?look=${look}`
}
