import type { StoredPictures } from '#app/admin/admin-deals.contract.ts'
import type { BulkUploadLine, BulkUploadReport } from '#app/admin/bulk-upload.contract.ts'
import type { Progress } from '#app/admin/web/shell/words.rules.ts'
import { ApiError, browserApi, failed } from '#app/web/api/api.ts'
import { upload } from '#app/web/api/upload.ts'

/** Keys of stored pictures by the names that the sheet has for them. */
export type PictureKeys = Record<string, string>

export type SheetInput = { sheet: File; zip: File | undefined; pictureKeys: PictureKeys }

type Call = { onProgress: (progress: Progress) => void; signal: AbortSignal }

/** What the sheet would do; nothing is written but the pictures of a zip. */
export function checkSheet(input: SheetInput, call: Call): Promise<BulkUploadReport> {
  return send(input, { dryRun: 'true' }, call)
}

/** Imports the sheet, whole or not at all. */
export function importSheet(
  input: SheetInput,
  { isPublishing }: { isPublishing: boolean },
  call: Call,
): Promise<BulkUploadReport> {
  return send(input, isPublishing ? { publishAll: 'true' } : {}, call)
}

async function send(
  { sheet, zip, pictureKeys }: SheetInput,
  options: Record<string, string>,
  { onProgress, signal }: Call,
): Promise<BulkUploadReport> {
  const form = new FormData()
  for (const [name, value] of Object.entries(options)) form.set(name, value)
  form.set('pictureKeys', JSON.stringify(pictureKeys))
  form.set('file', sheet)
  if (zip) form.set('pictures', zip)

  const last = await upload<BulkUploadLine>('/api/deals/bulk-upload', {
    form,
    signal,
    accept: 'application/x-ndjson',
    onSent: (done, total) => onProgress({ stage: 'sending', done, total }),
    onLine: (line) => {
      const heard = line as BulkUploadLine
      if ('stage' in heard) onProgress(heard)
    },
  })
  if ('report' in last) return last.report
  throw new ApiError(0, JSON.stringify({ error: 'The answer broke off.', code: 'connection-lost' }))
}

/** Stores one picture and answers its key, or why it cannot be used. */
export async function sendPicture(
  file: File,
  onSent: (sentBytes: number) => void,
  signal: AbortSignal,
): Promise<{ key: string } | { error: string }> {
  const form = new FormData()
  form.set('images', file)
  const { pictures } = await upload<StoredPictures>('/api/admin/pictures', { form, signal, onSent })
  const [picture] = pictures
  if (picture?.key) return { key: picture.key }
  return { error: picture?.error ?? 'It could not be stored.' }
}

/** Saves the sheet as a file with two more columns that say what is wrong with each row. */
export async function downloadAnnotated({ sheet, pictureKeys }: SheetInput): Promise<void> {
  const { csrfToken } = (await browserApi.load('/api/csrf-token')) as { csrfToken: string }
  const body = new FormData()
  body.set('pictureKeys', JSON.stringify(pictureKeys))
  body.set('file', sheet)
  const askedAt = Date.now()
  const response = await fetch('/api/admin/imports/annotated', {
    method: 'POST',
    headers: { 'x-csrf-token': csrfToken },
    body,
  })
  if (!response.ok) throw failed(response.status, await response.text(), askedAt)
  saveAs(await response.blob(), sheet.name.replace(/\.[^.]*$/, '') + ANNOTATED)
}

const ANNOTATED = ' - what is wrong.xlsx'
/** Some browsers begin to read what is saved only after the click is over. */
const KEEP_MS = 60_000

function saveAs(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), KEEP_MS)
}
