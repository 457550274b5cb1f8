import { data, redirect } from 'react-router'
import { paths } from '#app/shared/paths.ts'
import { ApiError } from '#app/web/api/api.ts'
import { UNREACHED } from '#app/web/api/unreached.copy.ts'

/**
 * What the action of a page answers when the server refused what its form sent before scripts were there: for
 * `FormRefused`. Who is signed out signs in first, and comes back to `way`. Throws what is no refusal.
 */
export function answerRefusal(
  error: unknown,
  way: string | undefined,
  inWords = ({ serverText }: ApiError) => serverText,
) {
  if (!(error instanceof ApiError)) throw error
  if (error.status === 401 && way) return redirect(paths.signIn(way))
  return data({ refusal: inWords(error) ?? UNREACHED }, { status: error.status })
}
