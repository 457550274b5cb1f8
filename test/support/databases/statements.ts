import pg from 'pg'

/** What was asked of PostgreSQL while the work was done: each entry is one way there and back. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const asked: string[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [what] = given as [string | { text: string }]
    const text = typeof what === 'string' ? what : what.text
    // The heartbeat of the line that listens is nobody's doing.
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
