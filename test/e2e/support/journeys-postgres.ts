import { startMigratedPostgres } from '#test/support/databases/postgres-server.ts'

/**
 * A server of the journeys' own, for those that want a product of theirs: the embedded database would
 * be in the process that drives the browser. The demo's is embedded, as it comes.
 */
export default async function setup() {
  const { url, stop } = await startMigratedPostgres()
  process.env.JOURNEYS_POSTGRES = url
  return stop
}
