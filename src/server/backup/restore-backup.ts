import { createReadStream } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import type { OpenDatabase, Trx } from '#app/db/database.ts'
import { beginElsewhere, compare, fillDatabase, finishElsewhere } from '#app/db/fill.ts'
import { listTables } from '#app/db/walk.ts'
import type { PictureStorage } from '#app/server/storage/storage.ts'
import { forEachAtOnce } from './at-once.ts'
import {
  deleteWaitingJobs,
  insertRestore,
  isProgramAtWork,
  readServerVersion,
} from './backups.queries.ts'
import { contentTypeOf, keptPicture } from './files.ts'
import { DUMP_FILE, type OnProgress, rowsFile } from './manifest.ts'
import { findProgram, runProgram } from './pg-programs.ts'
import type { ReadBackup } from './place.ts'

const LINES_AT_ONCE = 1000

type RestoreCtx = Pick<OpenDatabase, 'db' | 'engine'> & {
  storage: PictureStorage
  databaseUrl: string | undefined
  now: () => Date
  onProgress: OnProgress
  /** Voids secrets in the restored rows, such as sessions and links; each slice handles its own. */
  voidSecrets: (trx: Trx, now: Date) => Promise<void>
}

/**
 * Restores a verified backup into an empty database and picture storage. An interrupted restore resumes when called
 * again with the same backup; no server starts on the database until it is complete.
 */
export async function restoreBackup(ctx: RestoreCtx, backup: ReadBackup): Promise<void> {
  const { manifest } = backup
  const finish = (trx: Trx) =>
    finishRestore(ctx, trx, { id: manifest.id, takenAt: new Date(manifest.takenAt) })
  if (manifest.database.form === 'pg_dump' && ctx.engine !== 'postgres') {
    throw new Error(
      'This backup was written by pg_dump: it goes into PostgreSQL. One made with --rows goes into either.',
    )
  }
  // Pictures first, so that no row references a missing picture.
  await restorePictures(ctx, backup)
  if (manifest.database.form === 'pg_dump') await restoreDump(ctx, backup, finish)
  else await restoreRows(ctx, backup, finish)
}

/** Completes a restore made by another program, such as PostgreSQL's point-in-time recovery. */
export async function finishRestore(
  { now, voidSecrets }: Pick<RestoreCtx, 'now' | 'voidSecrets'>,
  trx: Trx,
  { id, takenAt }: { id: string; takenAt: Date | null },
): Promise<void> {
  await voidSecrets(trx, now())
  await deleteWaitingJobs(trx)
  await insertRestore(trx, { id, takenAt, restoredAt: now() })
}

type Finish = (trx: Trx) => Promise<void>

async function restoreRows(ctx: RestoreCtx, backup: ReadBackup, finish: Finish): Promise<void> {
  const { id, database } = backup.manifest
  await fillDatabase(
    ctx,
    {
      ...database,
      id: `restore of ${id}`,
      read: (table, skip) => readLines(path.join(backup.folder, rowsFile(table.name)), skip),
    },
    { onProgress: ({ table, done, of }) => ctx.onProgress({ doing: table, done, of }), finish },
  )
}

async function* readLines(file: string, skip: number): AsyncGenerator<string[]> {
  const input = createReadStream(file).pipe(createGunzip())
  let lines: string[] = []
  let toSkip = skip
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line === '') continue
    if (toSkip > 0) toSkip -= 1
    else if (lines.push(line) === LINES_AT_ONCE) {
      yield lines
      lines = []
    }
  }
  if (lines.length > 0) yield lines
}

async function restoreDump(ctx: RestoreCtx, backup: ReadBackup, finish: Finish): Promise<void> {
  const { id, database } = backup.manifest
  if (!ctx.databaseUrl) throw new Error('pg_restore needs the address of the database.')
  const major = Math.max(
    Number.parseInt(database.version, 10),
    Number.parseInt(await readServerVersion(ctx.db), 10),
  )
  const program = await findProgram('pg_restore', major)
  if (!program) throw new Error(`There is no pg_restore here for PostgreSQL ${major}.`)
  // A pg_restore whose caller was killed keeps running; wait until it ends.
  while (await isProgramAtWork(ctx.db, 'pg_restore')) {
    ctx.onProgress({ doing: 'waiting for a pg_restore that is at work', done: 0, of: 1 })
    await delay(500)
  }
  await beginElsewhere(ctx.db, `restore of ${id}`)
  // pg_restore runs in one transaction, so its tables are there completely or not at all.
  if ((await listTables(ctx.db, ['public'])).length === 0) {
    ctx.onProgress({ doing: 'pg_restore', done: 0, of: 1 })
    await runProgram(program, ctx.databaseUrl, [
      ...['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction'],
      path.join(backup.folder, DUMP_FILE),
    ])
  }
  ctx.onProgress({ doing: 'comparing', done: 0, of: 1 })
  await compare(ctx.db, database)
  await finishElsewhere(ctx.db, finish)
}

async function restorePictures(ctx: RestoreCtx, { place, pictureKeys }: ReadBackup): Promise<void> {
  let done = 0
  await forEachAtOnce(pictureKeys, async (key) => {
    if (!(await ctx.storage.has(key))) {
      const bytes = await buffer(createReadStream(keptPicture(place, key)))
      await ctx.storage.put(key, bytes, contentTypeOf(key))
    }
    done += 1
    ctx.onProgress({ doing: 'pictures', done, of: pictureKeys.length })
  })
}
