import type { FastifyRequest } from 'fastify'
import type { AppContext } from '#app/server/context.ts'
import { ADMIN_PAGES, DEV_PAGES } from '#app/shared/admin-pages.ts'
import { decoded, findPage, isAt, mayStandIn, PAGES, type Page } from '#app/shared/pages.ts'
import { reaching } from '#app/shared/parameters.ts'

const OF_THE_BACK_OFFICE: readonly Page[] = Object.values(ADMIN_PAGES)
const OF_DEVELOPERS: readonly Page[] = Object.values(DEV_PAGES)
const OF_THE_SITE: readonly Page[] = Object.values(PAGES)

/** A call or a file that is missing is no missing page, unless a person typed its address. */
export function isPageAddress({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const [path = ''] = url.split('?')
  if (/^\/(api|assets|ndc-images|sandbox)(\/|$)/.test(path)) return false
  return !/\.[a-z0-9]{1,8}$/i.test(path) || (headers.accept ?? '').includes('text/html')
}

/**
 * The address by our own public origin, whatever Host says, in the one spelling its page has and with
 * the parameters that its page reads; others change nothing, so they are left out.
 */
export function canonicalUrl(ctx: Pick<AppContext, 'config'>, request: FastifyRequest): URL {
  const [, path = '', query = ''] = ADDRESS.exec(request.url) ?? []
  const url = new URL(ctx.config.http.publicUrl)
  // Set, not parsed: `/\host` or `/.//host` parsed as an address would name another machine, or
  // none.
  url.pathname = pagePath(path, ctx.config.devTools) ?? path.replace(/^[/\\]+/, '/')
  const asked = new URLSearchParams(query)
  const page = pageAt(url)
  if (page?.takesAnyParameter) url.search = asked.toString()
  for (const [name, value] of page ? reaching(page, asked) : [])
    url.searchParams.append(name, value)
  return url
}

/** Whether it was asked for in the spelling that its page has, and not in another. */
export function isSpelledRight({ url }: FastifyRequest, { pathname }: URL): boolean {
  return ADDRESS.exec(url)?.[1] === pathname
}

/**
 * The path of the page that this one leads to by any spelling: in capital letters, with slashes too
 * many, with letters written as `%64`. Undefined where it leads to none.
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

/** Undefined for an address that leads nowhere. */
export function pageAt({ pathname }: URL): Page | undefined {
  return adminPageAt(pathname) ?? findPage(pathname)
}

export function isAdminPage({ pathname }: URL): boolean {
  return adminPageAt(pathname) !== undefined
}

function adminPageAt(pathname: string): Page | undefined {
  return [...OF_THE_BACK_OFFICE, ...OF_DEVELOPERS].find((page) => isAt(page, pathname))
}

/** Path and query of what was asked for, which may be a whole `http://host/...`. */
const ADDRESS = /^(?:https?:\/\/[^/?#]*)?([^?#]*)\??([^#]*)/i

/** What is drawn for whoever is no member: of a page that is one for them, whatever the address says, that one. */
export function forOthers(url: URL): URL {
  const page = pageAt(url)
  if (!page?.isOneForOthers) return url
  return new URL(page.path.replace(/:\w+/, 'any'), url)
}
