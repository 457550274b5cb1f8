import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, OpenDatabase } from './database.ts'
import { FOR_REQUESTS } from './postgres.ts'

const HEARING_MS = 2000
const CHANNEL = 'nouveau_hello'

/**
 * Throws, with the setting to look at, when what is announced on the connections for requests does not
 * arrive on the line that listens: through a pooler LISTEN is heard by nobody, and says nothing of it.
 * Answers what is missing of the limits for requests.
 */
export async function checkConnections({ db, listen }: OpenDatabase): Promise<string[]> {
  await ask(db)
  let hear: (() => void) | undefined
  const heard = new Promise<true>((resolve) => {
    hear = () => resolve(true)
  })
  const notHeard = new Error(
    'what is announced there is not heard on the line that listens: DATABASE_LISTEN_URL has to lead to ' +
      'the same database without a pooler in between, or with one that keeps sessions',
  )
  try {
    await listen(
      CHANNEL,
      () => hear?.(),
      () => {},
    )
  } catch (error) {
    throw isPooler(error) ? notHeard : error
  }
  await sql`select pg_notify(${CHANNEL}, '')`.execute(db)
  const isHeard = await Promise.race([heard, delay(HEARING_MS, false, { ref: false })])
  if (!isHeard) throw notHeard
  return findMissingLimits(db)
}

async function ask(db: Database): Promise<void> {
  await sql`select 1`.execute(db).catch((error: unknown) => {
    if (!isPooler(error)) throw error
    throw new Error(
      'it leads through a pooler, which cannot listen: set DATABASE_LISTEN_URL to the address of the server itself',
    )
  })
}

function isPooler(error: unknown): boolean {
  return error instanceof Error && /unsupported startup parameter/.test(error.message)
}

/** As `set` statements: what a connection of a pooler has to be given when it is opened. */
async function findMissingLimits(db: Database): Promise<string[]> {
  const names = Object.keys(FOR_REQUESTS)
  const { rows } = await sql<{ name: string; ms: number }>`
    select name, setting::int as ms from pg_settings where name = any(${names}::text[])`.execute(db)
  return Object.entries(FOR_REQUESTS).flatMap(([name, most]) => {
    const ms = rows.find((row) => row.name === name)?.ms ?? 0
    return ms > 0 && ms <= most ? [] : [`set ${name} = ${most}`]
  })
}
