import type { RouteClass } from './request-classes.rules.ts'

type Route = { method: string; url: string; requestClass: RouteClass }

/**
 * Finds the class of an address without the framework's router, because it is needed before anything is done
 * for a request. An address spelled differently from its route matches none.
 */
export function createClassFinder(
  routes: Route[],
): (method: string, address: string) => RouteClass | undefined {
  const exact = new Map<string, RouteClass>()
  const below = new Map<string, RouteClass>()
  for (const { method, url, requestClass } of routes) {
    const open = url.search(/[:*]/)
    if (open === -1) exact.set(`${method} ${url}`, requestClass)
    else below.set(`${method} ${url.slice(0, open)}`, requestClass)
  }
  return (method, address) => {
    const end = address.indexOf('?')
    const path = `${method === 'HEAD' ? 'GET' : method} ${end === -1 ? address : address.slice(0, end)}`
    const known = exact.get(path)
    if (known) return known
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      const found = below.get(path.slice(0, at + 1))
      if (found) return found
    }
    return undefined
  }
}
