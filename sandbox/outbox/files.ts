import { open, readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import PostalMime, { type Email } from 'postal-mime'

/** `2026-11-21T08-30-00.000Z_<id>.eml`: sorting by name sorts by time. */
const MAIL_FILE = /^\d{4}-\d\d-\d\dT[\d.-]+Z?_[\w-]{1,100}\.eml$/
/** More than the headers of a mail take. */
const HEAD_BYTES = 32 * 1024
const LARGEST_MAIL_BYTES = 10 * 1024 * 1024

export type MailHead = {
  file: string
  sentAt: Date | undefined
  /** Undefined while the file is incomplete. */
  head: Pick<Email, 'from' | 'to' | 'subject'> | undefined
}

export type Mail = { file: string; sentAt: Date | undefined; source: string; email: Email }

/** A page of the mails in this folder, newest first, and how many there are in all. */
export async function listMails(
  folder: string,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ mails: MailHead[]; total: number }> {
  const files = (await fileNames(folder))
    .filter((file) => MAIL_FILE.test(file))
    .sort()
    .reverse()
  const shown = files.slice((page - 1) * pageSize, page * pageSize)
  const mails = await Promise.all(
    shown.map(async (file) => ({ file, sentAt: sentAt(file), head: await readHead(folder, file) })),
  )
  return { mails, total: files.length }
}

/** A mail by file name; undefined if the name is invalid or the file missing, too large or unreadable. */
export async function findMail(folder: string, file: string): Promise<Mail | undefined> {
  if (!MAIL_FILE.test(file)) return
  try {
    const full = path.join(folder, file)
    if ((await stat(full)).size > LARGEST_MAIL_BYTES) return
    const bytes = await readFile(full)
    const email = await PostalMime.parse(bytes)
    return { file, sentAt: sentAt(file), source: bytes.toString('utf8'), email }
  } catch {
    return
  }
}

/** The folder exists only once a mail has been sent. */
async function fileNames(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}

async function readHead(folder: string, file: string): Promise<MailHead['head']> {
  try {
    const text = await readStart(path.join(folder, file))
    const [head] = text.split(/\r?\n\r?\n/, 1)
    if (head === undefined || head.length === text.length) return
    return await PostalMime.parse(`${head}\r\n\r\n`)
  } catch {
    return
  }
}

async function readStart(file: string): Promise<string> {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
  return buffer.toString('utf8', 0, bytesRead)
}

function sentAt(file: string): Date | undefined {
  const [, date, hours, minutes, seconds] =
    /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d(?:[.-]\d{1,3})?)Z?_/.exec(file) ?? []
  const at = new Date(`${date}T${hours}:${minutes}:${seconds?.replace('-', '.')}Z`)
  return Number.isNaN(at.getTime()) ? undefined : at
}
