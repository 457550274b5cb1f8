import { createHash } from 'node:crypto'
import { readSheet } from '#app/deals/server/sheets/sheet.ts'
import type { AppContext } from '#app/server/context.ts'
import { checkSheet } from './checking.ts'
import type { SheetDuplicate, SheetProblem } from './import.rules.ts'
import type { ReadPicture } from './import-pictures.ts'
import type { PreviewRow } from './preview.ts'
import { type ImportRecording, recordRefusal } from './recording.ts'
import { writeDeals } from './writing.ts'

export { annotateDeals } from './annotated.ts'
export { findImports, restoreImport, undoImport } from './history.ts'
export type { FoundPicture, ReadPicture } from './import-pictures.ts'
export { composePictures, type PictureSources } from './picture-sources.ts'
export type { ImportOutcome, ImportRecording } from './recording.ts'
export { importTemplate } from './template.ts'

/** What an import stands on; scripts have no more of the context. */
export type ImportContext = Pick<AppContext, 'db' | 'storage' | 'now'>

export type ImportInput = {
  /** Its ending says what the file is: .xlsx, .xls or .csv. */
  fileName: string
  bytes: Buffer
  readPicture?: ReadPicture
  /** Whether a link may stand where a picture is named; `readPicture` is asked for it. */
  takesPictureLinks?: boolean
  /** Stores the pictures also when nothing else is written, so that each is really tried. */
  storesPictures?: boolean
  /** Answers the same report and writes nothing. */
  isDryRun: boolean
  /** Publishes every deal, whatever the sheet says. */
  publishAll?: boolean
  /** Moves the dates of the sheet before they are checked and used. */
  movePublishedAt?: (at: Date) => Date
  /** Keeps what came of it in the history, under somebody's name, unless it is a dry run. */
  record?: ImportRecording
  /** Gives up with its reason, but never once writing has begun. */
  signal?: AbortSignal
  onProgress?: (progress: ImportProgress) => void
}

export type ImportProgress = {
  stage: 'reading' | 'checking' | 'pictures' | 'writing'
  done: number
  /** 0 while it is not known. */
  total: number
}

export type ImportReport = {
  isDryRun: boolean
  /** False when problems, or a dry run, kept everything from being written. */
  isCommitted: boolean
  /** Names what was written, or the refusal that was recorded. */
  importId: string | null
  /** Rows with a deal. */
  rowCount: number
  /** In a dry run: how many deals would be created. */
  createdCount: number
  /** How many of those are published at once. */
  publishedCount: number
  problems: SheetProblem[]
  duplicates: SheetDuplicate[]
  notes: string[]
  /** Some of the rows, those with problems before the others. */
  rows: PreviewRow[]
  /** Keys of the pictures that are stored by now, by their name in the sheet. */
  pictures: Map<string, string>
}

/**
 * Imports the deals of a spreadsheet, whole or not at all: every row is checked before the first
 * is written. Throws a Problem 422 `bad-sheet` when the file cannot be read as a sheet; everything
 * else that is wrong with it is in the report.
 */
export async function importDeals(
  { now, ...world }: ImportContext,
  input: ImportInput,
): Promise<ImportReport> {
  // One moment for all of it: what is published at once and what waits keep the sheet's order.
  const at = now()
  const ctx = { ...world, now: () => at }
  const { fileName, bytes, isDryRun, record, signal, onProgress = () => {} } = input
  onProgress({ stage: 'reading', done: 0, total: 0 })
  const sheet = await readSheet(fileName, bytes, (done, total) =>
    onProgress({ stage: 'reading', done, total }),
  )
  const { report, fresh, pictureIds } = await checkSheet(ctx, sheet, input)
  if (isDryRun) return report

  signal?.throwIfAborted()
  const fileSha256 = createHash('sha256').update(bytes).digest('hex')
  const file = { fileName, fileSha256 }
  if (report.problems.length > 0) {
    return { ...report, importId: record ? await recordRefusal(ctx, file, report, record) : null }
  }
  const { duplicates, ...written } = await writeDeals(ctx, {
    file,
    report,
    drafts: fresh,
    pictureIds,
    record,
    onWritten: (done) => onProgress({ stage: 'writing', done, total: fresh.length }),
  })
  return {
    ...report,
    ...written,
    isCommitted: true,
    duplicates: [...report.duplicates, ...duplicates].sort((one, other) => one.row - other.row),
  }
}
