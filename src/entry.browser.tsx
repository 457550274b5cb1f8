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
  /** Absent unless a form was sent. */
  actionData?: Record<string, unknown>
  /** Packed. */
  queries: unknown
  /** Of a page that many share: queries whose answers stand beside it. */
  personal?: QueryKey[]
  settings: SiteSettings
}

/** About whoever is looking: answers of calls, by their address. */
type Personal = Record<string, unknown>

/**
 * HTML -> live React, starting from exactly what the server rendered from; what is `personal` was not
 * known then, but for the class of viewer.
 */
async function start(root: HTMLElement, stateBlock: string, personalBlock: string) {
  // Reading all scripts of a page keeps a slow phone busy by itself.
  await breath()
  const state: State = JSON.parse(stateBlock)
  const personal: Personal = JSON.parse(personalBlock)
  const queryClient = createQueryClient(browserApi)
  const queries = unpackLists(state.queries) as Array<[QueryKey, unknown]>
  for (const [key, data] of queries) queryClient.setQueryData(key, data)
  for (const key of state.personal ?? []) {
    queryClient.setQueryData(key, personal[String(key[0])])
  }
  // What is on the screen already was made by these pages: they must be there before React looks.
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
  // Where Toronto's day begins takes some phones longer than any slice that follows, once.
  businessDay(new Date())
  await breath()
  // In slices: whoever taps or scrolls meanwhile does not wait for the whole page.
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

/** Between two pieces of work whoever taps or scrolls is heard. */
function breath() {
  return new Promise((resolve) => setTimeout(resolve))
}

/**
 * The site's; with those of the back office only where the site has no page, as nothing leads from one to the
 * other.
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

/** What was true when the page was made must not outlive what it is replaced by. */
function takeBlock(id: string): string | undefined {
  const block = document.getElementById(id)
  block?.remove()
  return block?.textContent
}

// What one tab has put away, the others must not go on showing.
onSignedOutElsewhere(startOver)

// A page kept whole by the browser for "back" may show what a signed-out person must not see.
window.addEventListener('pageshow', (event) => {
  if (event.persisted) startOver()
})
