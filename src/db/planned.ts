import type { PoolClient, QueryResult } from 'pg'

/** Names of prepared statements by their text. */
const names = new Map<string, string>()

/**
 * Makes a query a prepared statement on each connection, because parsing and planning it takes several times as long as
 * executing it. For frequent look-ups by key, whose plan does not depend on the values.
 */
export function keepPlan<Query extends { sql: string }>(query: Query): Query {
  if (!names.has(query.sql)) names.set(query.sql, `planned_${names.size}`)
  return query
}

/** SQLSTATE when the result type of a prepared statement has changed. */
const PLAN_OUTDATED = '0A000'

type Ask = (what: string | object, values?: unknown[]) => Promise<QueryResult>

/** Enables prepared statements on a connection; not through a pooler, where the session may change. */
export function usePlans(client: PoolClient): void {
  const ask: Ask = (...given) =>
    (Object.getPrototypeOf(client) as { query: Ask }).query.apply(client, given)
  let hasPlans = true
  const askPlanned: Ask = (text, values) => {
    const name = hasPlans && typeof text === 'string' ? names.get(text) : undefined
    if (name === undefined) return values === undefined ? ask(text) : ask(text, values)
    return ask({ name, text, values }).catch((error: { code?: unknown }) => {
      if (error.code !== PLAN_OUTDATED) throw error
      // A newer version has changed a column: stop using prepared statements on this connection.
      hasPlans = false
      return ask(text, values)
    })
  }
  client.query = askPlanned as typeof client.query
}
