import type { QueryClient } from '@tanstack/react-query'
import { isNoMember } from '#app/membership/web/no-member.ts'
import { ApiError } from '#app/web/api/api.ts'
import { askedFor, isWrittenByForm } from './asking.rules.ts'
import { feedPath } from './choosing.rules.ts'

/** What an address asks for that has more in it than a page. */
export function asked(search: URLSearchParams) {
  const all = askedFor(search)
  return { ...all, isWrittenByForm: isWrittenByForm(search) && all.problems.length === 0 }
}

/**
 * Where the fields of a form lead. With what is not understood they stand in the address as they are, so that the
 * page says what it left out.
 */
export function pathAskedBy(fields: URLSearchParams): string {
  const { what, problems } = askedFor(fields)
  if (problems.length === 0) return feedPath(what)
  return feedPath(String(new URLSearchParams([...fields].filter(([, value]) => value !== ''))))
}

/** As the call would, also of what is so malformed that it is not asked by it; never while nobody can know. */
export async function refuseOthers(queryClient: QueryClient): Promise<void> {
  if (await isNoMember(queryClient)) throw new ApiError(403, '')
}
