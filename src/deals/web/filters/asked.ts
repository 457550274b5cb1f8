import type { QueryClient } from '@tanstack/react-query'
import { isNoMember } from '#app/membership/web/no-member.ts'
import { ApiError } from '#app/web/api/api.ts'
import { askedFor, isWrittenByForm } from './asking.rules.ts'
import { feedPath } from './choosing.rules.ts'

/** Parses an address that has more parameters than the page. */
export function asked(search: URLSearchParams) {
  const all = askedFor(search)
  return { ...all, isWrittenByForm: isWrittenByForm(search) && all.problems.length === 0 }
}

/** The address that a form leads to. Keeps invalid values, so that the page can say what it left out. */
export function pathAskedBy(fields: URLSearchParams): string {
  const { what, problems } = askedFor(fields)
  if (problems.length === 0) return feedPath(what)
  return feedPath(String(new URLSearchParams([...fields].filter(([, value]) => value !== ''))))
}

/** Throws the 403 that the call would, even for values that are never sent; not while the viewer is unknown. */
export async function refuseOthers(queryClient: QueryClient): Promise<void> {
  if (await isNoMember(queryClient)) throw new ApiError(403, '')
}
