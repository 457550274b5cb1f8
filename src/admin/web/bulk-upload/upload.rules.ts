import type { BulkUploadReport } from '#app/admin/bulk-upload.contract.ts'
import {
  doneInWords,
  hindranceInWords,
  type Progress,
  stageInWords,
  summaryInWords,
} from '#app/admin/web/shell/words.rules.ts'
import type { BulkFailure } from './failures.rules.ts'
import type { RefusedFile } from './files.rules.ts'

/** What stands in the panel for bulk uploads. `F` is the browser's file. */
export type BulkState<F> = {
  sheet: F | undefined
  zip: F | undefined
  refused: RefusedFile[]
  work: 'checking' | 'importing' | undefined
  progress: Progress | undefined
  /** What the last check of exactly these files said. */
  report: BulkUploadReport | undefined
  failure: BulkFailure | undefined
  /** Pictures behind links that a check has fetched: they need not be fetched again. */
  links: Record<string, string>
  /** The last import that went through; it stays until the next one. */
  done: BulkUploadReport | undefined
}

export function emptyBulk<F>(): BulkState<F> {
  return {
    sheet: undefined,
    zip: undefined,
    refused: [],
    work: undefined,
    progress: undefined,
    report: undefined,
    failure: undefined,
    links: {},
    done: undefined,
  }
}

export type BulkEvent<F> =
  | { type: 'files-chosen'; sheet?: F | undefined; zip?: F | undefined; refused: RefusedFile[] }
  | { type: 'sheet-removed' }
  | { type: 'zip-removed' }
  | { type: 'started'; work: 'checking' | 'importing' }
  | { type: 'progressed'; progress: Progress }
  | { type: 'stopped' }
  | { type: 'checked'; report: BulkUploadReport }
  | { type: 'imported'; report: BulkUploadReport }
  | { type: 'failed'; failure: BulkFailure }

/** What follows from what has happened. */
export function nextBulk<F>(state: BulkState<F>, event: BulkEvent<F>): BulkState<F> {
  switch (event.type) {
    case 'files-chosen': {
      const { sheet = state.sheet, zip = state.zip, refused } = event
      const isSame = sheet === state.sheet && zip === state.zip
      // What was said of other files says nothing of these.
      return isSame ? { ...state, refused } : { ...state, ...NOTHING_SAID, sheet, zip, refused }
    }
    case 'sheet-removed':
      return { ...state, ...NOTHING_SAID, sheet: undefined, refused: [] }
    case 'zip-removed':
      return { ...state, ...NOTHING_SAID, zip: undefined, refused: [] }
    case 'started':
      return {
        ...state,
        work: event.work,
        progress: { stage: 'sending', done: 0, total: 0 },
        failure: undefined,
        report: event.work === 'checking' ? undefined : state.report,
      }
    case 'progressed':
      return state.work ? { ...state, progress: event.progress } : state
    case 'stopped':
      // Pictures are on their way, or something else has changed: it will be checked again.
      return { ...state, ...AT_REST, report: undefined }
    case 'checked':
      return {
        ...state,
        ...AT_REST,
        report: event.report,
        links: { ...state.links, ...linksOf(event.report) },
      }
    case 'imported':
      // Somebody may have changed something between the check and the import.
      if (!event.report.isCommitted) return { ...state, ...AT_REST, report: event.report }
      return { ...emptyBulk<F>(), done: event.report }
    case 'failed':
      return { ...state, ...AT_REST, failure: event.failure }
  }
}

function linksOf({ pictures }: BulkUploadReport): Record<string, string> {
  return Object.fromEntries(Object.entries(pictures).filter(([name]) => /^https?:/i.test(name)))
}

const AT_REST = { work: undefined, progress: undefined } as const
const NOTHING_SAID = { report: undefined, failure: undefined } as const

/** How it stands, read aloud: once a stage, not with every step of the bar. */
export function bulkInWords({ work, progress, report, done, sheet }: BulkState<unknown>): string {
  if (work) return progress ? stageInWords(progress.stage) : ''
  if (report) return `${summaryInWords(report)}. ${hindranceInWords(report) ?? ''}`.trim()
  return done && !sheet ? doneInWords(done) : ''
}
