import type { FastifyRequest } from 'fastify'
import type { AppContext } from '#app/server/context.ts'

export const PAGES = [
  '/',
  '/daily-deals',
  '/deal/:dealId',
  '/track',
  '/sign-in',
  '/forgot-password',
  '/password-reset',
  '/join-now',
  '/subscribe',
  '/checkout/success',
  '/checkout/cancel',
  '/account',
  '/get-access',
  '/start-saving',
  '/privacy-policy',
  '/terms',
]
/** Pages of the back office: made for whoever asks, each time, and kept nowhere. */
export const ADMIN_PAGES = ['/admin', '/admin/figures', '/admin/imports', '/admin/audit']
/** With the developer tools only; without them these are addresses that lead nowhere. */
export const DEV_PAGES = [
  '/admin/subscription-test',
  '/webhook-tester',
  '/webhook-direct',
  '/dev-test',
]
/** Pages that take a form, so that they work before scripts have loaded. */
export const FORMS = [
  '/',
  '/sign-in',
  '/sign-out',
  '/forgot-password',
  '/password-reset',
  '/account',
]
/** Their address carries a secret: it is kept nowhere and told to nobody. */
export const SECRETIVE = new Set(['/track', '/password-reset', '/checkout/success'])
/** What a visitor's page depends on besides its path; anything else in the address is left out. */
const PARAMETERS = [
  'page',
  'signin',
  'deal_id',
  'click_type',
  'token',
  'session_id',
  'preview',
  'link',
  'plan',
]

/** A call or a file that is missing is no missing page, unless a person typed its address. */
export function isPageAddress({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const [path = ''] = url.split('?')
  if (/^\/(api|assets|ndc-images|sandbox)(\/|$)/.test(path)) return false
  return !/\.[a-z0-9]{1,8}$/i.test(path) || (headers.accept ?? '').includes('text/html')
}

/** The address by our own public origin, whatever Host says, with only the parameters we know. */
export function canonicalUrl(ctx: AppContext, request: FastifyRequest): URL {
  const [, path = '', query = ''] = ADDRESS.exec(request.url) ?? []
  const url = new URL(ctx.config.http.publicUrl)
  // Set, not parsed: `/\host` or `/.//host` parsed as an address would name another machine, or
  // none.
  url.pathname = path.replace(/^[/\\]+/, '/')
  const asked = new URLSearchParams(query)
  if (isAdminPage(url)) {
    // Its lists are narrowed in many ways, and none of its pages is kept.
    url.search = asked.toString()
    return url
  }
  for (const name of PARAMETERS) {
    const value = asked.get(name)
    if (value !== null) url.searchParams.set(name, value)
  }
  return url
}

export function isAdminPage({ pathname }: URL): boolean {
  return ADMIN_PAGES.includes(pathname) || DEV_PAGES.includes(pathname)
}

/** Path and query of what was asked for, which may be a whole `http://host/...`. */
const ADDRESS = /^(?:https?:\/\/[^/?#]*)?([^?#]*)\??([^#]*)/i
