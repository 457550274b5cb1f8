import type { BulkUploadReport } from '#app/admin/bulk-upload.contract.ts'
import { countRows } from '#app/admin/web/bulk-upload/report.rules.ts'

const whole = new Intl.NumberFormat('en-US')

export function formatWhole(number: number): string {
  return whole.format(number)
}

/** `1 deal`, `10,000 deals` */
export function countOf(number: number, one: string, many = `${one}s`): string {
  return `${formatWhole(number)} ${number === 1 ? one : many}`
}

/** `812 KB`, `3.4 MB` */
export function formatBytes(bytes: number): string {
  if (bytes < 1024 * 1024) return `${formatWhole(Math.max(1, Math.round(bytes / 1024)))} KB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

export const STAGES = ['sending', 'reading', 'checking', 'pictures', 'writing'] as const
export type Stage = (typeof STAGES)[number]
/** `total` is 0 while it is not known; bytes while sending. */
export type Progress = { stage: Stage; done: number; total: number }

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

export function stageInWords(stage: Stage): string {
  return DOING[stage]
}

/** `Checking every row: 4,000 of 10,000` */
export function progressInWords({ stage, done, total }: Progress): string {
  if (total === 0) return DOING[stage]
  const [part, of] =
    stage === 'sending'
      ? [formatBytes(done), formatBytes(total)]
      : [formatWhole(done), formatWhole(total)]
  return `${DOING[stage]}: ${part} of ${of}`
}

/** `38 new · 2 already there · 1 wrong`; what there is none of is left out. */
export function summaryInWords(report: BulkUploadReport): string {
  const { fresh, present, wrong } = countRows(report)
  const parts = [
    fresh > 0 ? `${formatWhole(fresh)} new` : '',
    present > 0 ? `${formatWhole(present)} already there` : '',
    wrong > 0 ? `${formatWhole(wrong)} wrong` : '',
  ].filter((part) => part !== '')
  return parts.join(' · ') || 'No deals'
}

/** Why nothing can be imported from a checked sheet; undefined when it can. */
export function hindranceInWords(report: BulkUploadReport): string | undefined {
  const { fresh, wrong, headings } = countRows(report)
  if (headings > 0) return 'Put the headings right first. Nothing is imported until then.'
  if (wrong > 0) {
    return `Put the ${countOf(wrong, 'wrong row')} right first: either every row is imported or none.`
  }
  if (fresh === 0) return 'There is nothing new in this sheet.'
  return undefined
}

/** What will be published without further asking. */
export function publishingInWords({ publishedCount }: BulkUploadReport, fresh: number): string {
  if (publishedCount === 0) return 'They arrive unpublished.'
  if (publishedCount >= fresh) return 'The sheet says to publish all of them at once.'
  return `The sheet says to publish ${formatWhole(publishedCount)} of them at once.`
}

/** `38 deals imported from spring.xlsx, all published. 2 were already there.` */
export function doneInWords(report: BulkUploadReport): string {
  const { createdCount, publishedCount, fileName } = report
  const present = new Set(report.duplicates.map(({ row }) => row)).size
  const published =
    publishedCount === 0
      ? 'not published yet'
      : publishedCount >= createdCount
        ? 'published'
        : `${formatWhole(publishedCount)} of them published`
  const imported =
    createdCount === 0
      ? `Nothing new in ${fileName}.`
      : `${countOf(createdCount, 'deal')} imported from ${fileName}, ${published}.`
  if (present === 0) return imported
  return `${imported} ${formatWhole(present)} ${present === 1 ? 'was' : 'were'} already there.`
}

/** Names of pictures that were sent and that no new row uses: a slip in one of the two. */
export function unusedPictures(
  sent: Record<string, string>,
  { pictures }: BulkUploadReport,
): string[] {
  const used = new Set(Object.values(pictures).map(withoutEnding))
  return Object.entries(sent).flatMap(([name, key]) => (used.has(withoutEnding(key)) ? [] : [name]))
}

function withoutEnding(key: string) {
  return key.replace(/\.jpg$/, '')
}

/** As the server says it of a picture that was not sent. */
const NOT_SENT = /(not among the pictures|no pictures were given)/

/** What to do when the sheet names pictures that were not sent; undefined when it does not. */
export function missingPicturesInWords({ problems }: BulkUploadReport): string | undefined {
  const missing = new Set(
    problems.filter(({ reason }) => NOT_SENT.test(reason)).map(({ value }) => value),
  )
  if (missing.size === 0) return undefined
  const are = missing.size === 1 ? 'is' : 'are'
  return `${countOf(missing.size, 'picture')} that the sheet names ${are} not here. Add the files, or one zip of them, and the sheet is checked again.`
}
