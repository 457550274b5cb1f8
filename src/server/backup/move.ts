import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { OpenDatabase, Trx } from '#app/db/database.ts'
import { fillDatabase, isHalfFilled } from '#app/db/fill.ts'
import { type Moved, readMoved, removeMoved, writeMoved } from '#app/db/moved.ts'
import {
  atOneMoment,
  listMigrations,
  listPartitions,
  listSequences,
  listTables,
  readJobStoreVersion,
  readLines,
  sumTable,
} from '#app/db/walk.ts'
import type { PictureStorage } from '#app/server/storage/storage.ts'
import { countOf } from '#app/shared/counts.ts'
import { forEachAtOnce } from './at-once.ts'
import { contentTypeOf } from './files.ts'
import type { OnProgress } from './manifest.ts'

/** Both schemas move: sessions stay valid, and waiting jobs run on the new database. */
const SCHEMAS = ['public', 'pgboss']

type Move = {
  dataDir: string
  from: Pick<OpenDatabase, 'db'>
  to: Pick<OpenDatabase, 'db'>
  /** Address of the target, without its password. */
  target: string
  /** `to` is undefined when the pictures stay where they are. */
  pictures: { from: PictureStorage; to: PictureStorage | undefined }
  listPictureKeys: (trx: Trx) => Promise<string[]>
  now: () => Date
  onProgress: OnProgress
}

/**
 * Copies every row, job, sequence and picture. The source is only read; from the start of the move a marker file keeps
 * servers from starting on it. An interrupted move resumes when called again.
 */
export async function moveDatabase(move: Move): Promise<{ rows: number; pictures: number }> {
  const { dataDir, from, to, target, now } = move
  if (await isHalfFilled(from.db)) throw new Error('The embedded database is itself half filled.')
  const before = await readMoved(dataDir)
  if (before?.isDone) throw new Error(`It has moved already, to ${before.to}.`)
  const id = before?.id ?? randomUUID()
  const moved: Moved = { id, to: target, at: now().toISOString(), isDone: false }
  return atOneMoment(from.db, async (trx) => {
    const tables = []
    for (const table of await listTables(trx, SCHEMAS)) {
      tables.push({ ...table, ...(await sumTable(trx, table)) })
    }
    const source = {
      id: `move ${moved.id}`,
      migrations: await listMigrations(trx),
      jobStoreVersion: await readJobStoreVersion(trx),
      partitions: await listPartitions(trx, SCHEMAS),
      tables,
      sequences: await listSequences(trx, SCHEMAS),
    }
    if (source.migrations.length === 0) throw new Error(`There is no database in ${dataDir}.`)
    const keys = await move.listPictureKeys(trx)
    await writeMoved(dataDir, moved)
    const pictures = await movePictures(move, keys)
    try {
      await fillDatabase(
        to,
        { ...source, read: (table, skip) => readLines(trx, table, skip) },
        { onProgress: ({ table, done, of }) => move.onProgress({ doing: table, done, of }) },
      )
    } catch (error) {
      // Nothing was written, so servers may go on using the source.
      if (!before && !(await isHalfFilled(to.db).catch(() => true))) await removeMoved(dataDir)
      throw error
    }
    await writeMoved(dataDir, { ...moved, at: now().toISOString(), isDone: true })
    return { rows: tables.reduce((sum, { rows }) => sum + rows, 0), pictures }
  })
}

async function movePictures(
  { pictures: { from, to }, onProgress }: Move,
  keys: string[],
): Promise<number> {
  const missing: string[] = []
  let done = 0
  const moveOne = async (key: string) => {
    if (to && (await to.has(key))) return
    const found = await from.read(key)
    if (!found) missing.push(key)
    else if (to) await to.put(key, await buffer(found.body), contentTypeOf(key))
    else found.body.destroy()
  }
  await forEachAtOnce(keys, async (key) => {
    await moveOne(key)
    done += 1
    onProgress({ doing: 'pictures', done, of: keys.length })
  })
  if (missing.length > 0) {
    throw new Error(
      `The database names ${countOf(missing.length, 'picture')} that the storage does not have, such as ${missing[0]}.`,
    )
  }
  return keys.length
}
