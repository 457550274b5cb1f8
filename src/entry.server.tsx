import { type QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  type RouteObject,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router'
import { BusyPage, busyHead } from '#app/marketing/web/frame/BusyPage.tsx'
import { OfflinePage, offlineHead } from '#app/marketing/web/frame/OfflinePage.tsx'
import type { Club } from '#app/shared/site.ts'
import { ApiError, apiContext, createApi, type Send } from '#app/web/api/api.ts'
import { packLists } from '#app/web/api/packed-lists.rules.ts'
import { createQueryClient, queryClientContext } from '#app/web/api/query-client.ts'
import { hasTag, PERSONAL } from '#app/web/api/query-keys.ts'
import { type Head, headOf } from '#app/web/page/head.ts'
import { type SiteSettings, SiteSettingsContext } from '#app/web/site-settings.ts'
import { adminRoutes } from './admin-routes.tsx'
import { routes } from './routes.tsx'

const handler = createStaticHandler([...routes, ...adminRoutes])

export type Rendered =
  | { kind: 'redirect'; status: number; location: string }
  | {
      kind: 'page'
      status: number
      head: Head
      /** The markup inside the root element. */
      html: string
      /** The data for hydration; undefined for an error page, which is not hydrated. */
      state: unknown
      /** Addresses of the calls whose answers are left out of the state and sent beside the page. */
      personal: string[]
      /** The source files of the matched pages. */
      sources: string[]
    }

type Services = SiteSettings & {
  send: Send
  /** The page is shared by many viewers: data about the viewer is left out of its state. */
  isShared?: boolean
}

/** Renders a page to HTML. Its data comes from our own API through `send`. */
export async function render(
  request: Request,
  { send, isShared = false, ...settings }: Services,
): Promise<Rendered> {
  const api = createApi(send)
  const queryClient = createQueryClient(api)
  const requestContext = new RouterContextProvider()
  requestContext.set(apiContext, api)
  requestContext.set(queryClientContext, queryClient)

  const context = await handler.query(request, { requestContext })
  if (context instanceof Response) {
    return {
      kind: 'redirect',
      status: context.status,
      location: context.headers.get('location') ?? '/',
    }
  }

  const router = createStaticRouter(routesOf(context), context)
  const html = renderToString(
    <StrictMode>
      <SiteSettingsContext value={settings}>
        <QueryClientProvider client={queryClient}>
          <StaticRouterProvider router={router} context={context} hydrate={false} />
        </QueryClientProvider>
      </SiteSettingsContext>
    </StrictMode>,
  )
  const { loaderData, actionData, errors } = context
  const { pathname, searchParams } = new URL(request.url)
  const found = loaded(queryClient)
  const isBeside = ([queryKey]: [QueryKey, unknown]) => isShared && hasTag({ queryKey }, PERSONAL)
  const personal = found.filter(isBeside).map(([queryKey]) => queryKey)
  return {
    kind: 'page',
    status: statusOf(context),
    head: headOf(
      context.matches.map(({ route, params }) => ({
        handle: route.handle,
        params,
        loaderData: loaderData[route.id],
      })),
      { queryClient, pathname, search: searchParams, settings },
    ),
    html,
    state: errors
      ? undefined
      : {
          loaderData,
          ...(actionData ? { actionData } : {}),
          queries: packLists(found.filter((query) => !isBeside(query))),
          ...(isShared ? { personal } : {}),
          settings,
        },
    personal: personal.map(([address]) => String(address)),
    sources: context.matches.map(({ route }) => route.id),
  }
}

/** Only the matched routes, because the router prepares all that it is given, on every request. */
function routesOf({ matches }: StaticHandlerContext): RouteObject[] {
  return matches.reduceRight<RouteObject[]>((children, { route }) => {
    const { children: _others, ...own } = route
    return [
      route.index ? route : ({ ...own, ...(children.length > 0 && { children }) } as RouteObject),
    ]
  }, [])
}

/** The status of a failed page is that of the failed call: 503 is temporary, 500 is not. */
function statusOf({ statusCode, errors }: StaticHandlerContext): number {
  const failure = Object.values(errors ?? {}).find((error) => error instanceof ApiError)
  return failure && statusCode === 500 ? failure.status : statusCode
}

/** The page for visitors who are refused when the server is overloaded. */
export function renderBusy(club: Club): Bare {
  return renderBare(club, busyHead, <BusyPage />)
}

/** The page that browsers store for when there is no network. */
export function renderOffline(club: Club): Bare {
  return renderBare(club, offlineHead, <OfflinePage />)
}

type Bare = Pick<Rendered & { kind: 'page' }, 'head' | 'html'>

function renderBare(club: Club, head: Head, page: ReactNode): Bare {
  return {
    head: { ...head, title: `${head.title} · ${club.name}` },
    html: renderToString(
      <SiteSettingsContext value={{ club, pictureHost: '', showSampleClaims: false, today: '' }}>
        {page}
      </SiteSettingsContext>,
    ),
  }
}

/**
 * The query data without its bookkeeping, sorted by key so that the page does not depend on the order in
 * which answers arrived.
 */
function loaded(queryClient: QueryClient): Array<[QueryKey, unknown]> {
  return queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.data !== undefined)
    .toSorted((a, b) => (a.queryHash < b.queryHash ? -1 : 1))
    .map(({ queryKey, state }) => [queryKey, state.data])
}
