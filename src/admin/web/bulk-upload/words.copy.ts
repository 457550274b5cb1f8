import type {
  BulkUploadReport,
  ImportRecord,
  ImportRestored,
  ImportUndone,
  Retraced,
} from '#app/admin/bulk-upload.contract.ts'
import {
  MOST_ARCHIVE_BYTES,
  MOST_PICTURE_BYTES,
  MOST_SHEET_BYTES,
  MOST_SHEET_ROWS,
} from '#app/deals/deals.facts.ts'
import type { SheetChoices } from '#app/deals/editing/sheet-choices.contract.ts'
import { countOf, formatBytes, formatCount, formatMegabytes, wordFor } from '#app/shared/counts.ts'
import { type FileFault, MOST_KEPT_BYTES } from './files.rules.ts'
import { countRows } from './report.rules.ts'
import type { Progress, Stage, UploadFailure, UploadState } from './upload.rules.ts'

export const SHEET_HINT = `Drop it here or choose it: .xlsx, .xls or .csv, at most ${formatMegabytes(MOST_SHEET_BYTES)} and ${countOf(MOST_SHEET_ROWS, 'row')}.`
export const PICTURES_HINT = `Several JPEG, PNG or WebP files of at most ${formatMegabytes(MOST_PICTURE_BYTES)} each, or one zip of at most ${formatMegabytes(MOST_ARCHIVE_BYTES)}. Links in the sheet’s picture column work as well.`

/** Each continues a sentence that begins with the file's name. */
export const FILE_FAULTS: Record<FileFault, string> = {
  'not-taken': 'is neither a sheet (.xlsx, .xls, .csv) nor a picture (.jpg, .png, .webp) nor a zip',
  'other-sheet': 'is a sheet of another kind; save it as .xlsx or .csv, and choose that one',
  empty: 'is empty',
  'second-sheet': 'is a second sheet; sheets are uploaded one at a time',
  'second-zip': 'is a second zip; put all pictures into one',
  'large-sheet': `is larger than ${formatMegabytes(MOST_SHEET_BYTES)}; split it into two sheets`,
  'large-zip': `is larger than ${formatMegabytes(MOST_ARCHIVE_BYTES)}; send its pictures by themselves`,
  'large-picture': `is larger than ${formatMegabytes(MOST_PICTURE_BYTES)}`,
  unreadable: 'cannot be read; choose it again',
  namesakes:
    'is there more than once, and none of them is taken; give each a name of its own, in the sheet as well',
  'not-kept': `is larger than ${formatMegabytes(MOST_KEPT_BYTES)} and was not kept when the page was loaded again; nothing of it was written, choose it again`,
}

/** Says which earlier pictures of the same names were replaced. */
export function replacedInWords([name = '', ...others]: string[]): string {
  return others.length === 0
    ? `${name} takes the place of the one chosen before.`
    : `${name} and ${countOf(others.length, 'other')} take the place of those chosen before.`
}

export const STAGE_NAMES: Record<Stage, string> = {
  sending: 'Sending',
  reading: 'Reading',
  checking: 'Checking',
  pictures: 'Pictures',
  writing: 'Writing',
}

const DOING: Record<Stage, string> = {
  sending: 'Sending the sheet',
  reading: 'Reading the sheet',
  checking: 'Checking every row',
  pictures: 'Looking at the pictures',
  writing: 'Writing the deals',
}

/** `Checking every row: 4,000 of 10,000` */
export function progressInWords({ stage, done, total }: Progress): string {
  if (total === 0) return DOING[stage]
  const [part, of] =
    stage === 'sending'
      ? [formatBytes(done), formatBytes(total)]
      : [formatCount(done), formatCount(total)]
  return `${DOING[stage]}: ${part} of ${of}`
}

/** `38 new · 2 already there · 1 wrong`, without parts that are zero. */
export function summaryInWords(report: BulkUploadReport): string {
  const { fresh, present, wrong, changed, same } = countRows(report)
  const parts = [
    fresh > 0 ? `${formatCount(fresh)} new` : '',
    changed > 0 ? `${formatCount(changed)} updated` : '',
    same > 0 ? `${formatCount(same)} unchanged` : '',
    present > 0 ? `${formatCount(present)} already there` : '',
    wrong > 0 ? `${formatCount(wrong)} wrong` : '',
  ].filter((part) => part !== '')
  return parts.join(' · ') || 'No deals'
}

/** Says why a checked sheet cannot be imported; undefined if it can. */
export function hindranceInWords(
  report: BulkUploadReport,
  { hiddenRows }: SheetChoices = {},
): string | undefined {
  if (report.sheet.hiddenRows > 0 && hiddenRows === undefined) {
    return 'Say first whether the hidden rows are meant.'
  }
  const { fresh, changed, wrong, headings } = countRows(report)
  if (headings > 0) return 'Put the headings right first. Nothing is imported until then.'
  if (wrong > 0) {
    const rows = wrong === 1 ? 'wrong row' : countOf(wrong, 'wrong row')
    return `Put the ${rows} right first: either every row is imported or none.`
  }
  if (fresh + changed === 0) return 'There is nothing new in this sheet.'
  return undefined
}

/** `12 warnings before they go out: No picture 8, More than 85% off 4` */
export function warningsInWords({ warnings }: BulkUploadReport): string {
  const count = warnings.reduce((sum, group) => sum + group.count, 0)
  const kinds = warnings.map((group) => `${group.title} ${formatCount(group.count)}`)
  return `${countOf(count, 'warning')} for when they go out: ${kinds.join(', ')}`
}

/** Says how many rows of a long list are not drawn. */
export function hiddenInWords(shown: number, hidden: number): string {
  return `The first ${formatCount(shown)} ${wordFor(shown, 'is', 'are')} shown, ${formatCount(hidden)} ${wordFor(hidden, 'is', 'are')} not.`
}

/** `Import 3 deals`, `Import 3 deals and update 5`, `Update 5 deals` */
export function importingInWords(report: BulkUploadReport): string {
  const { fresh, changed } = countRows(report)
  if (changed === 0) return `Import ${countOf(fresh, 'deal')}`
  if (fresh === 0) return `Update ${countOf(changed, 'deal')}`
  return `Import ${countOf(fresh, 'deal')} and update ${formatCount(changed)}`
}

/** Says how many deals the sheet itself publishes. */
export function publishingInWords({ publishedCount }: BulkUploadReport, fresh: number): string {
  if (fresh === 0)
    return 'Each change is in the history of its deal, and can be taken back with the upload.'
  if (publishedCount === 0) return 'They arrive unpublished.'
  if (publishedCount >= fresh) return 'The sheet says to publish all of them at once.'
  return `The sheet says to publish ${formatCount(publishedCount)} of them at once.`
}

/** `38 deals imported from spring.xlsx, all published. 2 were already there.` */
export function doneInWords(report: BulkUploadReport): string {
  const { createdCount, publishedCount, updatedCount, fileName } = report
  const present = new Set(report.duplicates.map(({ row }) => row)).size
  const published =
    publishedCount === 0
      ? 'not published yet'
      : publishedCount >= createdCount
        ? 'published'
        : `${formatCount(publishedCount)} of them published`
  const imported =
    createdCount === 0
      ? updatedCount > 0
        ? ''
        : `Nothing new in ${fileName}.`
      : `${countOf(createdCount, 'deal')} imported from ${fileName}, ${published}.`
  const updated =
    updatedCount === 0 ? '' : `${countOf(updatedCount, 'deal')} updated from ${fileName}.`
  const done = [imported, updated].filter(Boolean).join(' ')
  if (present === 0) return done
  return `${done} ${formatCount(present)} ${present === 1 ? 'was' : 'were'} already there.`
}

/** Matches the server's text about a picture that was not sent. */
const NOT_SENT = /(not among the pictures|no pictures were given)/

/** Says what to do if the sheet names pictures that were not sent; undefined if it does not. */
export function missingPicturesInWords({ problems }: BulkUploadReport): string | undefined {
  const missing = new Set(
    problems.filter(({ reason }) => NOT_SENT.test(reason)).map(({ value }) => value),
  )
  if (missing.size === 0) return undefined
  const are = missing.size === 1 ? 'is' : 'are'
  return `${countOf(missing.size, 'picture')} that the sheet names ${are} not here. Add the files, or one zip of them, and the sheet is checked again.`
}

/** The text of the live region: changes with each stage, not with each step of the bar. */
export function uploadInWords({
  work,
  progress,
  report,
  done,
  sheet,
  choices,
}: UploadState<unknown>): string {
  if (work) return progress ? DOING[progress.stage] : ''
  if (report) return `${summaryInWords(report)}. ${hindranceInWords(report, choices) ?? ''}`.trim()
  return done && !sheet ? doneInWords(done) : ''
}

type Heard = { code: string | undefined; serverText: string | undefined; status: number }

/** Says why an upload failed. `heard` is the server's answer, undefined if there was none. */
export function describeFailure(
  heard: Heard | undefined,
  during: 'checking' | 'importing',
): UploadFailure {
  if (!heard || heard.status === 0 || heard.code === 'connection-lost') {
    return { message: LOST[during], canTryAgain: true }
  }
  return {
    message: heard.serverText ?? 'Failed to process bulk upload',
    canTryAgain:
      heard.status >= 500 ||
      [401, 429].includes(heard.status) ||
      ['updates-unseen', 'deal-changed'].includes(heard.code ?? ''),
  }
}

const LOST = {
  checking: 'The connection was lost. Your files are still chosen, and nothing has been written.',
  importing:
    'The connection was lost on the way. Either every row was imported or none: check again to see which. No deal is ever made twice.',
}

/** The zip was overwritten or moved since it was chosen. */
export const FILE_CHANGED: UploadFailure = {
  message: 'The zip has changed or moved since it was chosen. Choose it again.',
  canTryAgain: false,
}

export type Touched = Pick<ImportRecord, 'remaining' | 'published' | 'edited'> & {
  updatedCount?: number
}

/** `34 deals, 30 of them published, 2 edited since` */
export function touchedInWords({
  remaining,
  published,
  edited,
  updatedCount = 0,
}: Touched): string {
  const updated = updatedCount > 0 ? `${countOf(updatedCount, 'deal')} updated` : ''
  if (remaining === 0 && updated) return updated
  const parts = [countOf(remaining, 'deal')]
  if (published > 0) {
    parts.push(
      published >= remaining
        ? remaining === 1
          ? 'published'
          : 'all published'
        : `${formatCount(published)} of them published`,
    )
  }
  if (edited > 0) parts.push(`${formatCount(edited)} edited since`)
  if (updated) parts.push(updated)
  return parts.join(', ')
}

/** `34 deals were taken back.`, and the outcome for the deals that the upload had changed. */
export function undoneInWords({ undoneCount, updates }: ImportUndone): string {
  const back = retracedInWords(updates, (one) => `what ${one ? 'it' : 'they'} had before`)
  if (undoneCount === 0) return back || 'None of its deals were left to take back.'
  const gone = `${countOf(undoneCount, 'deal')} ${undoneCount === 1 ? 'was' : 'were'} taken back.`
  return back ? `${gone} ${back}` : gone
}

const MOST_NAMED = 5

/** Removes the capital and the full stop of a sentence. */
function inBrackets(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '')
}

/** `5 deals have again what they had before. 1 stays as it is: Solvane Coat 1 (it was changed again since).` */
function retracedInWords(updates: Retraced | undefined, what: (isOne: boolean) => string): string {
  if (!updates) return ''
  const { changedCount, left } = updates
  const has = changedCount === 1 ? 'has' : 'have'
  const done =
    changedCount > 0
      ? `${countOf(changedCount, 'deal')} ${has} again ${what(changedCount === 1)}.`
      : ''
  if (left.length === 0) return done
  const named = left
    .slice(0, MOST_NAMED)
    .map(({ label, reason }) => `${label} (${inBrackets(reason)})`)
  const more = left.length - named.length
  const all = [...named, ...(more > 0 ? [`and ${formatCount(more)} more`] : [])].join(', ')
  const stay = wordFor(left.length, 'stays as it is', 'stay as they are')
  return `${done} ${formatCount(left.length)} ${stay}: ${all}.`.trim()
}

/** `2 deals with notes: words of the sheet that were not understood` */
export function notedInWords(noted: number): string {
  return `${countOf(noted, 'deal')} with notes: words of the sheet that were not understood`
}

/** Describes the state of an upload in one line of the history. */
export function standingInWords(record: ImportRecord): string {
  const { state, remaining, createdCount, updatedCount, restorable, problemCount } = record
  if (state === 'refused') {
    return `Refused: ${countOf(problemCount, 'row')} wrong, nothing imported`
  }
  if (createdCount === 0 && updatedCount > 0) {
    const updated = `${countOf(updatedCount, 'deal')} updated`
    return state === 'undone' ? `Taken back: ${updated}` : updated
  }
  if (createdCount === 0) return 'Nothing new in it'
  const away = countOf(restorable, 'deal')
  if (remaining === 0) {
    return restorable > 0 ? `Taken back: ${away}` : 'None of its deals is left'
  }
  const left = touchedInWords(record)
  return restorable > 0 ? `${left}; taken back: ${away}` : left
}

/** `34 deals are back.`, and which could not be restored. */
export function restoredInWords({ restoredCount, leftCount, updates }: ImportRestored): string {
  const again = retracedInWords(updates, () => 'what the sheet says')
  if (restoredCount === 0 && again) return again
  const back = `${countOf(restoredCount, 'deal')} ${restoredCount === 1 ? 'is' : 'are'} back.`
  const whole = again ? `${back} ${again}` : back
  if (leftCount === 0) return whole
  return `${whole} ${formatCount(leftCount)} could not come back: another deal has the link by now.`
}
