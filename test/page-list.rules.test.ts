import type { RouteObject } from 'react-router'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { ADMIN_PAGES, DEV_PAGES } from '#app/shared/admin-pages.ts'
import { PAGES, type Page } from '#app/shared/pages.ts'

const SITE: Page[] = Object.values(PAGES)
const ADMIN: Page[] = Object.values(ADMIN_PAGES)
const DEV: Page[] = Object.values(DEV_PAGES)
const ALL = [...SITE, ...ADMIN, ...DEV]

let routes: RouteObject[]
let routesWithTools: RouteObject[]
beforeAll(async () => {
  routes = await loadRoutes('')
  routesWithTools = await loadRoutes('yes')
})

async function loadRoutes(hasDevTools: string): Promise<RouteObject[]> {
  vi.resetModules()
  vi.stubEnv('HAS_DEV_TOOLS', hasDevTools)
  const { routes: site } = await import('#app/routes.tsx')
  const { adminRoutes } = await import('#app/admin-routes.tsx')
  vi.unstubAllEnvs()
  return [...site, ...adminRoutes]
}

/** Paths of pages as the routes declare them; `*` matches every other address. */
function pathsOf(among: RouteObject[], above = ''): string[] {
  return among.flatMap((route) => {
    const path = route.path ?? above
    // A page may consist of several routes, like the account.
    if (route.path !== undefined) return [path]
    if (route.index) return [above || '/']
    return pathsOf(route.children ?? [], path)
  })
}

/** The differences between a list and the routes, as sentences. */
function differences(pages: Page[], among: RouteObject[]): string[] {
  const [listed, routed] = [pages.map(({ path }) => path), pathsOf(among)]
  return [
    ...routed
      .filter((path) => path !== '*' && !listed.includes(path))
      .map((path) => `${path} has a route and is not in the list`),
    ...listed
      .filter((path) => !routed.includes(path))
      .map((path) => `${path} is in the list and has no route`),
    ...routed
      .filter((path, index) => routed.indexOf(path) !== index)
      .map((path) => `${path} has two routes`),
  ]
}

describe('the list of pages', () => {
  test('is that of the routes, with the developer tools and without', () => {
    expect(pathsOf(routes).length).toBeGreaterThan(20)
    expect(differences([...SITE, ...ADMIN], routes)).toEqual([])
    expect(differences(ALL, routesWithTools)).toEqual([])
  })

  test('a page that is missing from it is found, and one that has no route', () => {
    const planted = [...routes, { path: '/unlisted', Component: () => null }]
    expect(differences([...SITE, ...ADMIN], planted)).toEqual([
      '/unlisted has a route and is not in the list',
    ])
    const twice = [...routes, { path: '/terms', Component: () => null }]
    expect(differences([...SITE, ...ADMIN], twice)).toEqual(['/terms has two routes'])
    expect(differences(ALL, routes)).toEqual(
      DEV.map(({ path }) => `${path} is in the list and has no route`),
    )
  })

  test('has each address once', () => {
    const paths = ALL.map(({ path }) => path)
    expect(new Set(paths).size).toBe(paths.length)
  })

  test('tells nobody of what is secret, private or of the back office', () => {
    for (const page of ALL) {
      if (page.isSecretive) expect(page, page.path).toMatchObject({ searchEngines: 'hidden' })
      if (page.isSecretive || page.takesAnyParameter) {
        expect(page.isMeasured, page.path).toBeUndefined()
      }
    }
  })
})
