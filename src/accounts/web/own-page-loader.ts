import type { QueryClient } from '@tanstack/react-query'
import { data, type LoaderFunctionArgs } from 'react-router'
import { ApiError } from '#app/web/api/api.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import { isBrowser } from '#app/web/browser.ts'
import { loadUser } from './user.ts'

type OwnData = {
  load: (queryClient: QueryClient, url: URL) => Promise<void>
  /** Whether what the page cannot do without is missing. */
  hasFailed: (queryClient: QueryClient, url: URL) => boolean
}

/**
 * Makes the loader of a page that shows what is somebody's own. Nothing is asked for whoever is signed
 * out; what cannot be read is answered with the status of the failure.
 */
export function ownPageLoader({ load, hasFailed }: OwnData) {
  return async ({ context, request }: LoaderFunctionArgs) => {
    const url = new URL(request.url)
    const queryClient = context.get(queryClientContext)
    try {
      if (!(await loadUser(queryClient))) return { isFailed: false }
    } catch (error) {
      return failed(error instanceof ApiError ? error.status : 503)
    }
    const loading = load(queryClient, url)
    // In the browser the page comes at once, in outline.
    if (isBrowser) return { isFailed: false }
    await loading
    return hasFailed(queryClient, url) ? failed(503) : { isFailed: false }
  }
}

function failed(status: number) {
  return data({ isFailed: true }, { status })
}
