import type { Database } from '#app/db/database.ts'
import type { AppContext } from '#app/server/context.ts'
import { MINUTE_MS } from '#app/shared/dates.ts'
import { findSetupMark, type SetupMark, upsertSetupMark } from './setup-marks.queries.ts'

const written = new WeakMap<Database, Map<string, number>>()

/**
 * Records for the setup check that something happened just now. Anybody can trigger it, so each process writes the same
 * message at most once a minute, in the background.
 */
export function noteMark(ctx: Pick<AppContext, 'db' | 'now'>, name: string, words: string): void {
  const happenedAt = ctx.now()
  const last = written.get(ctx.db) ?? new Map<string, number>()
  written.set(ctx.db, last)
  const key = `${name} ${words}`
  if (Math.abs(happenedAt.getTime() - (last.get(key) ?? 0)) < MINUTE_MS) return
  last.set(key, happenedAt.getTime())
  void upsertSetupMark(ctx.db, { name, happenedAt, words }).catch(() => last.delete(key))
}

/** The same, awaited. */
export async function writeMark(
  ctx: Pick<AppContext, 'db' | 'now'>,
  name: string,
  words: string,
): Promise<void> {
  await upsertSetupMark(ctx.db, { name, happenedAt: ctx.now(), words })
}

export async function readMark(
  { db }: Pick<AppContext, 'db'>,
  name: string,
): Promise<SetupMark | undefined> {
  return findSetupMark(db, name)
}
