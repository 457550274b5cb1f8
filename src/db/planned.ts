import type { PoolClient, QueryResult } from 'pg'

/** By their words, what the server calls them. */
const names = new Map<string, string>()

/**
 * Has PostgreSQL keep the plan of a statement on each connection: to read its words and plan it takes several
 * times as long as to answer it. For what is asked often and by keys, so that its plan is the same whatever they are.
 */
export function keepPlan<Query extends { sql: string }>(query: Query): Query {
  if (!names.has(query.sql)) names.set(query.sql, `planned_${names.size}`)
  return query
}

/** What it answers has another type since it was planned. */
const PLAN_OUTDATED = '0A000'

type Ask = (what: string | object, values?: unknown[]) => Promise<QueryResult>

/** Has a connection use the plans that are kept; not through a pooler, where the next one may be another. */
export function usePlans(client: PoolClient): void {
  const ask: Ask = (...given) =>
    (Object.getPrototypeOf(client) as { query: Ask }).query.apply(client, given)
  let hasPlans = true
  const askPlanned: Ask = (text, values) => {
    const name = hasPlans && typeof text === 'string' ? names.get(text) : undefined
    if (name === undefined) return values === undefined ? ask(text) : ask(text, values)
    return ask({ name, text, values }).catch((error: { code?: unknown }) => {
      if (error.code !== PLAN_OUTDATED) throw error
      // A newer version has changed a column: from here on it is planned each time.
      hasPlans = false
      return ask(text, values)
    })
  }
  client.query = askPlanned as typeof client.query
}
