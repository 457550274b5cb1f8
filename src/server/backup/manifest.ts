import { z } from 'zod'

/** Raised when what is written changes so that an older restore would read it wrongly. */
const FORMAT = 1

const name = z.string().regex(/^\w+\.\w+$/)
const count = z.int().nonnegative()

/** What a backup says of itself. Whoever reads one believes nothing that is not of this shape. */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  /** Also the name of its folder: the moment it is of. */
  id: z.string().regex(/^[\w.-]+$/),
  takenAt: z.iso.datetime(),
  product: z.string(),
  database: z.object({
    engine: z.enum(['embedded', 'postgres']),
    version: z.string(),
    /** Lines of text by table, which any engine takes; or what PostgreSQL's own program writes. */
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
    /** Named by the database, and not in the storage when the backup was made. */
    missing: z.array(z.string()),
  }),
})
export type Manifest = z.infer<typeof Manifest>

export const MANIFEST_FORMAT = FORMAT

// The files of one backup, in its folder. The lists are such as `sha256sum -c` reads.
export const MANIFEST_FILE = 'manifest.json'
export const SUMS_FILE = 'SHA256SUMS'
export const PICTURE_SUMS_FILE = 'pictures.sha256'
export const DUMP_FILE = 'database.dump'

/** Beside the backups, shared by all of them: a picture never changes. */
export const PICTURES_FOLDER = 'pictures'

export function rowsFile(table: string): string {
  return `${table}.jsonl.gz`
}

/** Of a picture, from the folder of a backup. */
export function pictureFile(key: string): string {
  return `../${PICTURES_FOLDER}/${key.slice(0, 2)}/${key}`
}

export type OnProgress = (progress: { doing: string; done: number; of: number }) => void

/** Lines of `sha256sum`. */
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
