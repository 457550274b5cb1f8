import { data, redirect } from 'react-router'
import { paths } from '#app/shared/paths.ts'
import { ApiError } from '#app/web/api/api.ts'
import { UNREACHED } from '#app/web/api/unreached.copy.ts'

/**
 * What a page's action returns when the server refused a form sent without scripts; shown by `FormRefused`.
 * Signed-out users are sent to sign in and return to `way`. Rethrows other errors.
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
