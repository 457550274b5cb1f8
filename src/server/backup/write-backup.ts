import fs from 'node:fs/promises'
import path from 'node:path'
import { createGzip } from 'node:zlib'
import type { OpenDatabase, Trx } from '#app/db/database.ts'
import { isHalfFilled } from '#app/db/fill.ts'
import {
  atOneMoment,
  listMigrations,
  listPartitions,
  listSequences,
  listTables,
  readLines,
  sumTable,
} from '#app/db/walk.ts'
import type { PictureStorage } from '#app/server/storage/storage.ts'
import { forEachAtOnce } from './at-once.ts'
import { exportSnapshot, insertBackup, readServerVersion } from './backups.queries.ts'
import {
  FILE_MODE,
  FOLDER_MODE,
  hashFile,
  keepPicture,
  keptPicture,
  sizeOf,
  syncFolder,
  writeHashed,
} from './files.ts'
import {
  DUMP_FILE,
  MANIFEST_FILE,
  MANIFEST_FORMAT,
  type Manifest,
  type OnProgress,
  PICTURE_SUMS_FILE,
  pictureFile,
  rowsFile,
  SUMS_FILE,
  writeSums,
} from './manifest.ts'
import { findProgram, runProgram } from './pg-programs.ts'
import { keepNewest, readKnownPictures, removeLeftovers } from './place.ts'

/** Jobs are not backed up: they may have run before anybody restores. */
const SCHEMAS = ['public']

export type BackupWish = {
  /** Folder for backups, each in a folder of its own. */
  place: string
  /** Default: `pg_dump` where available, else `rows`. */
  form?: Manifest['database']['form'] | undefined
  /** Number of backups to keep; default all. */
  keep?: number | undefined
}

type BackupCtx = Pick<OpenDatabase, 'db' | 'engine'> & {
  storage: PictureStorage
  /** For pg_dump; undefined on the embedded database. */
  databaseUrl: string | undefined
  product: string
  /** Keys of all picture files referenced by the database in this transaction. */
  listPictureKeys: (trx: Trx) => Promise<string[]>
  now: () => Date
  onProgress: OnProgress
}

/**
 * Writes a consistent snapshot of the rows and the pictures they reference. The folder ends in `.part` until the backup
 * is complete and verified.
 */
export async function writeBackup(
  ctx: BackupCtx,
  { place, form, keep }: BackupWish,
): Promise<{ folder: string; manifest: Manifest }> {
  if (await isHalfFilled(ctx.db)) {
    throw new Error('The database is only half filled by a restore or a move: finish that first.')
  }
  const takenAt = ctx.now()
  const id = takenAt.toISOString().replaceAll(':', '-')
  const folder = path.join(place, id)
  const unfinished = `${folder}.part`
  await fs.mkdir(unfinished, { recursive: true, mode: FOLDER_MODE })
  await removeLeftovers(place, takenAt)
  try {
    const sums = new Map<string, string>()
    const { database, keys } = await writeDatabase(ctx, { folder: unfinished, form, sums })
    const known = await readKnownPictures(place)
    const { pictures, pictureSums } = await keepPictures(ctx, { place, keys, known })
    const put = async (name: string, text: string) => {
      sums.set(name, (await writeHashed(path.join(unfinished, name), [text])).sha256)
    }
    await put(PICTURE_SUMS_FILE, writeSums(pictureSums))
    const manifest: Manifest = {
      format: MANIFEST_FORMAT,
      id,
      takenAt: takenAt.toISOString(),
      product: ctx.product,
      database,
      pictures,
    }
    await put(MANIFEST_FILE, `${JSON.stringify(manifest, undefined, 2)}\n`)
    await writeHashed(path.join(unfinished, SUMS_FILE), [writeSums(sums)])
    await readAgain(ctx, unfinished, sums)
    await syncFolder(unfinished)
    await fs.rename(unfinished, folder)
    await syncFolder(place)
    await record(ctx, { manifest, place, folder })
    if (keep !== undefined) await keepNewest(place, keep)
    return { folder, manifest }
  } catch (error) {
    await fs.rm(unfinished, { recursive: true, force: true })
    throw error
  }
}

type WritingDatabase = {
  folder: string
  form: BackupWish['form']
  sums: Map<string, string>
}

async function writeDatabase(
  ctx: BackupCtx,
  { folder, form: wanted, sums }: WritingDatabase,
): Promise<{ database: Manifest['database']; keys: string[] }> {
  const version = await readServerVersion(ctx.db)
  const program =
    ctx.engine === 'postgres' && wanted !== 'rows'
      ? await findProgram('pg_dump', Number.parseInt(version, 10))
      : undefined
  if (wanted === 'pg_dump' && !program) {
    throw new Error(`There is no pg_dump here for PostgreSQL ${version}.`)
  }
  return atOneMoment(ctx.db, async (trx) => {
    const found = await listTables(trx, SCHEMAS)
    const tables: Manifest['database']['tables'] = []
    for (const table of found) {
      ctx.onProgress({ doing: 'counting', done: tables.length, of: found.length })
      tables.push({ ...table, ...(await sumTable(trx, table)) })
    }
    const database: Manifest['database'] = {
      engine: ctx.engine,
      version,
      form: program ? 'pg_dump' : 'rows',
      migrations: await listMigrations(trx),
      partitions: await listPartitions(trx, SCHEMAS),
      tables,
      sequences: await listSequences(trx, SCHEMAS),
    }
    if (database.migrations.length === 0) {
      throw new Error('There is nothing to back up: the database was never started on.')
    }
    const keys = await ctx.listPictureKeys(trx)
    if (program && ctx.databaseUrl) {
      ctx.onProgress({ doing: 'pg_dump', done: 0, of: 1 })
      const file = path.join(folder, DUMP_FILE)
      await runProgram(program, ctx.databaseUrl, [
        ...['--format=custom', '--no-owner', '--no-privileges', '--no-comments'],
        ...['--exclude-schema=pgboss', `--snapshot=${await exportSnapshot(trx)}`],
        `--file=${file}`,
      ])
      await fs.chmod(file, FILE_MODE)
      sums.set(DUMP_FILE, await hashFile(file))
    } else {
      for (const table of tables) {
        const name = rowsFile(table.name)
        const written = await writeHashed(
          path.join(folder, name),
          toText(readLines(trx, table), (done) =>
            ctx.onProgress({ doing: table.name, done, of: table.rows }),
          ),
          createGzip({ level: 1 }),
        )
        sums.set(name, written.sha256)
      }
    }
    return { database, keys }
  })
}

async function* toText(
  batches: AsyncIterable<string[]>,
  onLines: (done: number) => void,
): AsyncGenerator<string> {
  let done = 0
  for await (const lines of batches) {
    done += lines.length
    yield `${lines.join('\n')}\n`
    onLines(done)
  }
}

type KeepingPictures = { place: string; keys: string[]; known: Map<string, string> }

/** Copies missing pictures. They never change, so this may happen after the snapshot of the rows. */
async function keepPictures(ctx: BackupCtx, { place, keys, known }: KeepingPictures) {
  const missing: string[] = []
  const sums = new Map<string, string>()
  let bytes = 0
  const keepOne = async (key: string) => {
    const file = keptPicture(place, key)
    const knownSum = known.get(pictureFile(key))
    const knownSize = knownSum === undefined ? undefined : await sizeOf(file)
    if (knownSum !== undefined && knownSize !== undefined) {
      bytes += knownSize
      sums.set(pictureFile(key), knownSum)
      return
    }
    const found = await ctx.storage.read(key)
    if (!found) {
      missing.push(key)
      return
    }
    const kept = await keepPicture(place, key, found.body)
    if (kept.bytes !== found.sizeBytes || kept.sha256 !== (await hashFile(file))) {
      throw new Error(`The picture ${key} did not arrive whole.`)
    }
    bytes += kept.bytes
    sums.set(pictureFile(key), kept.sha256)
  }
  let done = 0
  await forEachAtOnce(keys, async (key) => {
    await keepOne(key)
    done += 1
    ctx.onProgress({ doing: 'pictures', done, of: keys.length })
  })
  return {
    pictures: { files: sums.size, bytes, missing: missing.toSorted() },
    pictureSums: [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)),
  }
}

/** Verifies the written files by their checksums. */
async function readAgain({ onProgress }: BackupCtx, folder: string, sums: Map<string, string>) {
  let done = 0
  for (const [name, sum] of sums) {
    if ((await hashFile(path.join(folder, name))) !== sum) {
      throw new Error(`${name} was not written as it should be.`)
    }
    done += 1
    onProgress({ doing: 'reading it again', done, of: sums.size })
  }
}

async function record(
  ctx: BackupCtx,
  { manifest, place, folder }: { manifest: Manifest; place: string; folder: string },
): Promise<void> {
  const { id, takenAt, database, pictures } = manifest
  let bytes = pictures.bytes
  for (const name of await fs.readdir(folder)) bytes += (await sizeOf(path.join(folder, name))) ?? 0
  await insertBackup(ctx.db, {
    id,
    takenAt: new Date(takenAt),
    finishedAt: ctx.now(),
    place: path.resolve(place),
    rowCount: database.tables.reduce((sum, { rows }) => sum + rows, 0),
    pictureFiles: pictures.files,
    bytes,
  })
}
