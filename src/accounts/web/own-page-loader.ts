import type { QueryClient } from '@tanstack/react-query'
import { data, type LoaderFunctionArgs } from 'react-router'
import { ApiError } from '#app/web/api/api.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import { isBrowser } from '#app/web/browser.ts'
import { loadUser } from './user.ts'

type OwnData = {
  load: (queryClient: QueryClient, url: URL) => Promise<void>
  /** Whether data that the page requires failed to load. */
  hasFailed: (queryClient: QueryClient, url: URL) => boolean
  /** Whether the URL asks for something reserved for members. */
  isLocked?: (queryClient: QueryClient, url: URL) => Promise<boolean>
}

type Outcome = { isFailed: boolean; isLocked?: boolean; why?: string | undefined }

const WHOLE: Outcome = { isFailed: false }

/**
 * Creates the loader of a page with personal data. Loads nothing for signed-out visitors; when loading fails,
 * the page is answered with the status of that failure.
 */
export function ownPageLoader({ load, hasFailed, isLocked }: OwnData) {
  return async ({ context, request }: LoaderFunctionArgs) => {
    const url = new URL(request.url)
    const queryClient = context.get(queryClientContext)
    try {
      if (!(await loadUser(queryClient))) return WHOLE
    } catch (error) {
      return failed(error instanceof ApiError ? error.status : 503)
    }
    if (await isLocked?.(queryClient, url)) {
      return data<Outcome>({ isFailed: true, isLocked: true }, { status: 403 })
    }
    const loading = load(queryClient, url)
    // In the browser, navigate at once and show skeletons.
    if (isBrowser) return WHOLE
    await loading
    return hasFailed(queryClient, url) ? failed(...whyOf(queryClient)) : WHOLE
  }
}

/** Status and explanation of a failed load; a rate limit keeps its own text, which says when to retry. */
function whyOf(queryClient: QueryClient): [status: number, why?: string | undefined] {
  for (const { state } of queryClient.getQueryCache().getAll()) {
    const { error } = state as { error: unknown }
    if (error instanceof ApiError && error.status === 429) return [429, error.serverText]
  }
  return [503]
}

function failed(status: number, why?: string) {
  return data<Outcome>({ isFailed: true, why }, { status })
}
