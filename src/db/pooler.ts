import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, OpenDatabase } from './database.ts'
import { FOR_REQUESTS } from './postgres.ts'

const HEARING_MS = 2000
const CHANNEL = 'nouveau_hello'

/**
 * Checks that notifications sent on pool connections arrive on the listening one; throws with the setting to look at
 * otherwise, because LISTEN through a pooler fails silently. Returns the request limits that are not in effect.
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

/** Limits that are missing, as `set` statements for the pooler to run on new connections. */
async function findMissingLimits(db: Database): Promise<string[]> {
  const names = Object.keys(FOR_REQUESTS)
  const { rows } = await sql<{ name: string; ms: number }>`
    select name, setting::int as ms from pg_settings where name = any(${names}::text[])`.execute(db)
  return Object.entries(FOR_REQUESTS).flatMap(([name, most]) => {
    const ms = rows.find((row) => row.name === name)?.ms ?? 0
    return ms > 0 && ms <= most ? [] : [`set ${name} = ${most}`]
  })
}
