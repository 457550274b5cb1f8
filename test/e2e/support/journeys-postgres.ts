import { startMigratedPostgres } from '#test/support/databases/postgres-server.ts'

/**
 * Starts PostgreSQL for journeys with a product of their own: an embedded database would run in the process
 * that drives the browser. The demo's database is embedded, as shipped.
 */
export default async function setup() {
  const { url, stop } = await startMigratedPostgres()
  process.env.JOURNEYS_POSTGRES = url
  return stop
}
