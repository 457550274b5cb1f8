import { type Declared, policyOf, type RoutePolicy } from '#app/server/http/policy.rules.ts'

const HEADING =
  '| Route | For whom | Proof | Body | At most | Class | Kept by |\n|---|---|---|---|---|---|---|'

/** Returns the policies as the docs page shows them, sorted by address; GET and HEAD share one row. */
export function policyTable(routes: Declared[]): string {
  const rows = new Map<string, string[]>()
  for (const route of routes.map(policyOf).toSorted(byAddress)) {
    const facts = [
      route.access === 'admin' ? ['owner', ...route.roles].join(', ') : route.access,
      route.proof,
      route.body,
      sizeOf(route.bodyLimit),
      route.requestClass,
      route.keeping,
    ].join(' | ')
    const key = `${route.url}\n${facts}`
    rows.set(key, [...(rows.get(key) ?? []), route.method])
  }
  const lines = [...rows].map(([key, methods]) => {
    const [url, facts] = key.split('\n')
    return `| \`${[...new Set(methods)].join(', ')} ${url}\` | ${facts} |`
  })
  return [HEADING, ...lines].join('\n')
}

function byAddress(a: RoutePolicy, b: RoutePolicy): number {
  const [left, right] = [`${a.url} ${a.method}`, `${b.url} ${b.method}`]
  return left < right ? -1 : left > right ? 1 : 0
}

function sizeOf(bytes: number): string {
  if (bytes === 0) return '-'
  return bytes >= 1024 * 1024 ? `${bytes / 1024 / 1024} MB` : `${bytes / 1024} KB`
}
