import '#app/ui/site.css'
import { QueryClientProvider, type QueryKey } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import {
  createBrowserRouter,
  matchRoutes,
  type RouteObject,
  RouterContextProvider,
} from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { businessDay } from '#app/shared/dates.ts'
import { apiContext, browserApi } from '#app/web/api/api.ts'
import { unpackLists } from '#app/web/api/packed-lists.rules.ts'
import { createQueryClient, queryClientContext } from '#app/web/api/query-client.ts'
import { type SiteSettings, SiteSettingsContext } from '#app/web/site-settings.ts'
import { startOver } from '#app/web/start-over.ts'
import { onSignedOutElsewhere } from '#app/web/tabs.ts'
import { routes } from './routes.tsx'

type State = {
  loaderData: Record<string, unknown>
  /** Present only after a form post. */
  actionData?: Record<string, unknown>
  /** Packed by `packLists`. */
  queries: unknown
  /** On a shared page: the keys of the queries whose answers are sent beside the page. */
  personal?: QueryKey[]
  settings: SiteSettings
}

/** Answers about the viewer, by the address of the call. */
type Personal = Record<string, unknown>

/**
 * Hydrates the page from exactly the data it was rendered with. On a shared page, `personal` replaces what
 * was rendered for the whole class of viewers.
 */
async function start(root: HTMLElement, stateBlock: string, personalBlock: string) {
  // Parsing all scripts of a page is a long task by itself on a slow phone.
  await breath()
  const state: State = JSON.parse(stateBlock)
  const personal: Personal = JSON.parse(personalBlock)
  const queryClient = createQueryClient(browserApi)
  const queries = unpackLists(state.queries) as Array<[QueryKey, unknown]>
  for (const [key, data] of queries) queryClient.setQueryData(key, data)
  for (const key of state.personal ?? []) {
    queryClient.setQueryData(key, personal[String(key[0])])
  }
  // The code of the matched pages has to be loaded before React hydrates them.
  const { pages, matched } = await loadRoutes()
  await loadPages(matched?.map(({ route }) => route) ?? [])

  await breath()
  const router = createBrowserRouter(pages, {
    hydrationData: { loaderData: state.loaderData, actionData: state.actionData ?? null },
    getContext: () => {
      const context = new RouterContextProvider()
      context.set(apiContext, browserApi)
      context.set(queryClientContext, queryClient)
      return context
    },
  })
  await breath()
  // The first use of the time zone formatter is a longer task on some phones than any slice of hydration.
  businessDay(new Date())
  await breath()
  // As a transition, so that hydration is sliced and taps and scrolling need not wait for the whole page.
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <SiteSettingsContext value={state.settings}>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </SiteSettingsContext>
      </StrictMode>,
    )
  })
}

/** Yields to the event loop, so that taps and scrolling are handled between two tasks. */
function breath() {
  return new Promise((resolve) => setTimeout(resolve))
}

/**
 * The routes of the site. Those of the back office are added only if the address matches no page of the site,
 * because no link leads from one to the other.
 */
async function loadRoutes() {
  const matched = matchRoutes(routes, location)
  if (matched?.at(-1)?.route.path !== '*') return { pages: routes, matched }
  const { adminRoutes } = await import('./admin-routes.tsx')
  const pages = [...routes, ...adminRoutes]
  return { pages, matched: matchRoutes(pages, location) }
}

async function loadPages(matched: RouteObject[]) {
  for (const route of matched) {
    if (typeof route.lazy !== 'function') continue
    Object.assign(route, await route.lazy(), { lazy: undefined })
  }
}

const root = document.getElementById('root')
const state = takeBlock('state')
const personal = takeBlock('personal') ?? '{}'
if (root && state) void start(root, state, personal)

/** Reads an inert data block and removes it, so that data from render time does not outlive its replacement. */
function takeBlock(id: string): string | undefined {
  const block = document.getElementById(id)
  block?.remove()
  return block?.textContent
}

// After a sign-out in one tab, the others must not go on showing the person's data.
onSignedOutElsewhere(startOver)

// A page restored from the back/forward cache may show what a signed-out person must not see.
window.addEventListener('pageshow', (event) => {
  if (event.persisted) startOver()
})
