import type { FastifyRequest } from 'fastify'
import type { AppContext } from '#app/server/context.ts'
import { ADMIN_PAGES, DEV_PAGES } from '#app/shared/admin-pages.ts'
import { decoded, findPage, isAt, mayStandIn, PAGES, type Page } from '#app/shared/pages.ts'
import { reaching } from '#app/shared/parameters.ts'

const OF_THE_BACK_OFFICE: readonly Page[] = Object.values(ADMIN_PAGES)
const OF_DEVELOPERS: readonly Page[] = Object.values(DEV_PAGES)
const OF_THE_SITE: readonly Page[] = Object.values(PAGES)

/**
 * Whether a request is for a page. A missing call or file does not get the page for missing pages, unless a
 * person typed its address.
 */
export function isPageAddress({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const [path = ''] = url.split('?')
  if (/^\/(api|assets|ndc-images|sandbox)(\/|$)/.test(path)) return false
  return !/\.[a-z0-9]{1,8}$/i.test(path) || (headers.accept ?? '').includes('text/html')
}

/**
 * The canonical address: our public origin whatever the Host header says, the page's own spelling, and only
 * the parameters that the page reads.
 */
export function canonicalUrl(ctx: Pick<AppContext, 'config'>, request: FastifyRequest): URL {
  const [, path = '', query = ''] = ADDRESS.exec(request.url) ?? []
  const url = new URL(ctx.config.http.publicUrl)
  // Assigned rather than parsed: `/\host` or `/.//host` would parse as an address on another host, or fail.
  url.pathname = pagePath(path, ctx.config.devTools) ?? path.replace(/^[/\\]+/, '/')
  const asked = new URLSearchParams(query)
  const page = pageAt(url)
  if (page?.takesAnyParameter) url.search = asked.toString()
  for (const [name, value] of page ? reaching(page, asked) : [])
    url.searchParams.append(name, value)
  return url
}

/** Whether the path was requested in its canonical spelling. */
export function isSpelledRight({ url }: FastifyRequest, { pathname }: URL): boolean {
  return ADDRESS.exec(url)?.[1] === pathname
}

/**
 * The canonical path of the page that a path means: with capital letters, extra slashes, or letters encoded
 * as `%64`. Undefined if there is no such page.
 */
function pagePath(path: string, hasDevTools: boolean): string | undefined {
  const asked = path.split(/[/\\]+/).map(decoded)
  const segments = asked.filter((segment) => segment !== '')
  const pages = [OF_THE_SITE, OF_THE_BACK_OFFICE, hasDevTools ? OF_DEVELOPERS : []].flat()
  for (const page of pages) {
    const wanted = page.path.split('/').filter((segment) => segment !== '')
    if (wanted.length !== segments.length) continue
    const found = wanted.map((segment, index) => {
      const given = segments[index] ?? ''
      if (segment.startsWith(':')) {
        return mayStandIn(page, given) ? encodeURIComponent(given) : undefined
      }
      return given.toLowerCase() === segment ? segment : undefined
    })
    if (!found.includes(undefined)) return `/${found.join('/')}`
  }
}

/** The page at an address; undefined if there is none. */
export function pageAt({ pathname }: URL): Page | undefined {
  return adminPageAt(pathname) ?? findPage(pathname)
}

export function isAdminPage({ pathname }: URL): boolean {
  return adminPageAt(pathname) !== undefined
}

function adminPageAt(pathname: string): Page | undefined {
  return [...OF_THE_BACK_OFFICE, ...OF_DEVELOPERS].find((page) => isAt(page, pathname))
}

/** Matches path and query of the request target, which may be an absolute `http://host/...`. */
const ADDRESS = /^(?:https?:\/\/[^/?#]*)?([^?#]*)\??([^#]*)/i

/** The address to render for non-members: pages that are the same for all of them share one address. */
export function forOthers(url: URL): URL {
  const page = pageAt(url)
  if (!page?.isOneForOthers) return url
  return new URL(page.path.replace(/:\w+/, 'any'), url)
}
