import fs from 'node:fs/promises'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Multipart, MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { badRequest, Problem } from '#app/server/problem.ts'
import { isNotTaken, notStored } from '#app/server/storage/not-stored.ts'
import { formatCount, formatMegabytes, MB } from '#app/shared/counts.ts'
import { UPLOADS } from './folder.ts'

export type FormLimits = {
  /** Limits for text fields: their number, and bytes of each. */
  maxFields: number
  maxFieldBytes: number
  /** File fields, with the number of files and bytes per file. */
  files: Record<string, { most: number; maxBytes: number }>
}

export type UploadedFile = {
  /** The client's name for it, without folders; for display only. */
  fileName: string
  sizeBytes: number
  /** Temporary file, until the form has been handled. */
  path: string
  read: () => Promise<Buffer>
}

export type Form = {
  /** First value of a field, or undefined. */
  text: (name: string) => string | undefined
  texts: (name: string) => string[]
  /** Whether the form has a text field or file of this name. */
  has: (name: string) => boolean
  files: (field: string) => UploadedFile[]
}

const MAX_NAME = 100
const MAX_HEADER_PAIRS = 20
const MAX_FILE_NAME = 200
/** Bytes of a refused form still read, so that its sender receives the answer. */
const MAX_SWALLOWED_BYTES = 64 * MB

/** Reads the whole form, storing files in `folder`. Throws Problems; see `withForm`. */
export async function readForm(
  request: FastifyRequest,
  folder: string,
  limits: FormLimits,
): Promise<Form> {
  const texts = new Map<string, string[]>()
  const files = new Map<string, UploadedFile[]>()
  const rules = new Map(Object.entries(limits.files))
  let count = 0
  const most = [...rules.values()].reduce((sum, rule) => sum + rule.most, 0)
  try {
    const parts = request.parts({
      limits: {
        fieldSize: limits.maxFieldBytes,
        fields: limits.maxFields,
        // Browsers send an empty file for "none chosen", so allow one more per field.
        files: most + rules.size,
        parts: limits.maxFields + most + rules.size,
        fileSize: Math.max(1, ...[...rules.values()].map((rule) => rule.maxBytes)),
        headerPairs: MAX_HEADER_PAIRS,
      },
    })
    for await (const part of parts) await keep(part)
  } catch (error) {
    swallow(request)
    throw toProblem(error)
  }
  return {
    text: (name) => texts.get(name)?.[0],
    texts: (name) => texts.get(name) ?? [],
    has: (name) => texts.has(name) || files.has(name),
    files: (field) => files.get(field) ?? [],
  }

  async function keep(part: Multipart) {
    // Undefined for a part without a name, despite the types.
    const name = part.fieldname as string | undefined
    if (!name || name.length > MAX_NAME) throw broken()
    if (part.type === 'field') {
      texts.set(name, [...(texts.get(name) ?? []), readText(part, limits)])
      return
    }
    const rule = rules.get(name)
    if (!rule) throw badRequest('The form has a file where none is expected.')
    const known = files.get(name) ?? []
    if (known.length === rule.most) throw tooManyFiles(name, rule.most)
    count += 1
    const file = await store(part, rule.maxBytes, path.join(folder, String(count)))
    if (file) files.set(name, [...known, file])
  }
}

function readText(part: MultipartValue, { maxFieldBytes }: FormLimits): string {
  const name = part.fieldname
  if (part.valueTruncated) {
    const reason = `is longer than ${formatCount(maxFieldBytes)} bytes`
    throw tooLarge('The form is too large.', { [name]: reason })
  }
  // PostgreSQL cannot store NUL, and nobody types one.
  if (typeof part.value !== 'string' || part.value.includes('\0')) {
    throw badRequest(`${name}: is not text`, { [name]: 'is not text' })
  }
  return part.value
}

/** Stores one file. Undefined for the empty part that means "none chosen". */
async function store(
  { file, fieldname, filename = '' }: MultipartFile,
  maxBytes: number,
  target: string,
): Promise<UploadedFile | undefined> {
  let sizeBytes = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length
      done(sizeBytes > maxBytes ? fileTooLarge(fieldname, maxBytes) : null, chunk)
    },
  })
  const handle = await fs.open(target, 'wx', 0o600)
  await pipeline(file, count, handle.createWriteStream())
  if (file.truncated) throw fileTooLarge(fieldname, maxBytes)
  if (filename === '' && sizeBytes === 0) {
    await fs.rm(target)
    return
  }
  const fileName = path.win32
    .basename(filename)
    .normalize('NFC')
    // Removes invisible characters and those that reverse the reading direction.
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
  return {
    fileName: fileName.slice(-MAX_FILE_NAME),
    sizeBytes,
    path: target,
    read: () => fs.readFile(target),
  }
}

/**
 * Discards the rest of a refused form: a sender that is cut off midway would not read the answer.
 */
function swallow({ raw }: FastifyRequest) {
  let swallowedBytes = 0
  raw.unpipe()
  raw.on('data', (chunk: Buffer) => {
    swallowedBytes += chunk.length
    if (swallowedBytes > MAX_SWALLOWED_BYTES) raw.destroy()
  })
  raw.resume()
}

function toProblem(error: unknown): unknown {
  if (error instanceof Problem) return error
  const { code = '' } = error as NodeJS.ErrnoException
  if (isNotTaken(error)) return notStored(error, UPLOADS)
  if (['FST_PARTS_LIMIT', 'FST_FILES_LIMIT', 'FST_FIELDS_LIMIT'].includes(code)) {
    return tooLarge('The form has too many parts.')
  }
  if (code.startsWith('FST_') || code.startsWith('ERR_STREAM') || code === 'ECONNRESET') {
    return broken()
  }
  // The parser's errors about malformed bytes have neither a code nor a class of their own.
  const isOfParser = code === '' && error instanceof Error && error.constructor === Error
  return isOfParser ? broken() : error
}

function broken(): Problem {
  return badRequest('The form is broken or was cut off. Please send it again.')
}

function tooLarge(message: string, fields?: Record<string, string>): Problem {
  return new Problem(413, 'too-large', message, fields ? { fields } : {})
}

function fileTooLarge(field: string, maxBytes: number): Problem {
  const reason = `is larger than ${sizeOf(maxBytes)}`
  return tooLarge(`The file ${reason}.`, { [field]: reason })
}

function tooManyFiles(field: string, most: number): Problem {
  const reason = most === 1 ? 'takes one file' : `takes at most ${most} files`
  return tooLarge('The form has too many files.', { [field]: reason })
}

function sizeOf(bytes: number): string {
  return bytes >= MB ? formatMegabytes(bytes) : `${bytes} bytes`
}
