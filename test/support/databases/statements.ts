import pg from 'pg'

/** Returns the statements sent to PostgreSQL during the work: each entry is one round trip. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const asked: string[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [what] = given as [string | { text: string }]
    const text = typeof what === 'string' ? what : what.text
    // The heartbeat of the listening connection is not part of the work.
    if (text !== 'select 1') asked.push(text.replaceAll(/\s+/g, ' ').trim())
    return Reflect.apply(query, this, given)
  } as typeof query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  return asked
}
