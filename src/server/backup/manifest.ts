import { z } from 'zod'

/** Increase when the format changes so that an older version could not restore it correctly. */
const FORMAT = 1

const name = z.string().regex(/^\w+\.\w+$/)
const count = z.int().nonnegative()

/** Manifest of a backup; validated when read. */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  /** Also the name of its folder: the time of the snapshot. */
  id: z.string().regex(/^[\w.-]+$/),
  takenAt: z.iso.datetime(),
  product: z.string(),
  database: z.object({
    engine: z.enum(['embedded', 'postgres']),
    version: z.string(),
    /** `rows`: text lines per table, for any engine; `pg_dump`: an archive by PostgreSQL's own program. */
    form: z.enum(['rows', 'pg_dump']),
    migrations: z.array(z.string()),
    partitions: z.array(z.object({ name, parent: name, bound: z.string() })),
    tables: z.array(
      z.object({
        name,
        columns: z.array(z.object({ name: z.string(), type: z.string() })),
        key: z.array(z.string()),
        rows: count,
        checksum: z.string().regex(/^-?\d+$/),
      }),
    ),
    sequences: z.array(z.object({ name, lastValue: z.string(), isCalled: z.boolean() })),
  }),
  pictures: z.object({
    files: count,
    bytes: count,
    /** Referenced by the database, but missing from storage when the backup was made. */
    missing: z.array(z.string()),
  }),
})
export type Manifest = z.infer<typeof Manifest>

export const MANIFEST_FORMAT = FORMAT

// Files in the folder of a backup. The lists can be checked by `sha256sum -c`.
export const MANIFEST_FILE = 'manifest.json'
export const SUMS_FILE = 'SHA256SUMS'
export const PICTURE_SUMS_FILE = 'pictures.sha256'
export const DUMP_FILE = 'database.dump'

/** Next to the backups and shared by all of them: pictures never change. */
export const PICTURES_FOLDER = 'pictures'

export function rowsFile(table: string): string {
  return `${table}.jsonl.gz`
}

/** Path of a picture, relative to the folder of a backup. */
export function pictureFile(key: string): string {
  return `../${PICTURES_FOLDER}/${key.slice(0, 2)}/${key}`
}

export type OnProgress = (progress: { doing: string; done: number; of: number }) => void

/** Parses the output of `sha256sum`. */
export function readSums(text: string): Map<string, string> {
  const sums = new Map<string, string>()
  for (const line of text.split('\n')) {
    const [, sum, file] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? []
    if (sum && file) sums.set(file, sum)
    else if (line !== '') throw new Error(`Not a line of checksums: ${line.slice(0, 80)}`)
  }
  return sums
}

export function writeSums(sums: Iterable<[file: string, sum: string]>): string {
  return [...sums].map(([file, sum]) => `${sum}  ${file}\n`).join('')
}
