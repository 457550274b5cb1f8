import type { FastifyRequest } from 'fastify'
import type { AppContext } from '#app/server/context.ts'
import { ADMIN_PAGES, DEV_PAGES, findPage, type Page } from '#app/shared/pages.ts'

const OF_THE_BACK_OFFICE: readonly Page[] = [
  ...Object.values(ADMIN_PAGES),
  ...Object.values(DEV_PAGES),
]

/** A call or a file that is missing is no missing page, unless a person typed its address. */
export function isPageAddress({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const [path = ''] = url.split('?')
  if (/^\/(api|assets|ndc-images|sandbox)(\/|$)/.test(path)) return false
  return !/\.[a-z0-9]{1,8}$/i.test(path) || (headers.accept ?? '').includes('text/html')
}

/**
 * The address by our own public origin, whatever Host says, with the parameters that its page reads;
 * others change nothing, so they are left out.
 */
export function canonicalUrl(ctx: AppContext, request: FastifyRequest): URL {
  const [, path = '', query = ''] = ADDRESS.exec(request.url) ?? []
  const url = new URL(ctx.config.http.publicUrl)
  // Set, not parsed: `/\host` or `/.//host` parsed as an address would name another machine, or
  // none.
  url.pathname = path.replace(/^[/\\]+/, '/')
  const asked = new URLSearchParams(query)
  const page = pageAt(url)
  if (page?.takesAnyParameter) url.search = asked.toString()
  for (const name of page?.parameters ?? []) {
    const value = asked.get(name)
    if (value !== null) url.searchParams.set(name, value)
  }
  return url
}

/** Undefined for an address that leads nowhere. */
export function pageAt({ pathname }: URL): Page | undefined {
  return adminPageAt(pathname) ?? findPage(pathname)
}

export function isAdminPage({ pathname }: URL): boolean {
  return adminPageAt(pathname) !== undefined
}

function adminPageAt(pathname: string): Page | undefined {
  return OF_THE_BACK_OFFICE.find(({ path }) => path === pathname)
}

/** Path and query of what was asked for, which may be a whole `http://host/...`. */
const ADDRESS = /^(?:https?:\/\/[^/?#]*)?([^?#]*)\??([^#]*)/i
