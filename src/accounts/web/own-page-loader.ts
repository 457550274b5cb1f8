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
  /** Whether it asks for what only members may ask for. */
  isLocked?: (queryClient: QueryClient, url: URL) => Promise<boolean>
}

type Outcome = { isFailed: boolean; isLocked?: boolean; why?: string | undefined }

const WHOLE: Outcome = { isFailed: false }

/**
 * Makes the loader of a page that shows what is somebody's own. Nothing is asked for whoever is signed
 * out; what cannot be read is answered with the status of the failure.
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
    // In the browser the page comes at once, in outline.
    if (isBrowser) return WHOLE
    await loading
    return hasFailed(queryClient, url) ? failed(...whyOf(queryClient)) : WHOLE
  }
}

/** Whoever has read too much is told when to go on; it is neither us nor the line. */
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
