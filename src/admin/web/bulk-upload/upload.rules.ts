import type { BulkUploadReport } from '#app/admin/bulk-upload.contract.ts'
import type { SheetChoices } from '#app/deals/editing/sheet-choices.contract.ts'
import type { RefusedFile } from './files.rules.ts'

export const STAGES = ['sending', 'reading', 'checking', 'pictures', 'writing'] as const
export type Stage = (typeof STAGES)[number]
/** In bytes while sending, else in rows or pictures; `total` is 0 while unknown. */
export type Progress = { stage: Stage; done: number; total: number }

/** Why an upload failed, as the panel shows it. */
export type UploadFailure = {
  message: string
  /** Whether retrying the same may succeed. */
  canTryAgain: boolean
}

/** The state of the upload panel. `F` is the browser's File, which tests replace. */
export type UploadState<F> = {
  sheet: F | undefined
  zip: F | undefined
  /** Choices that the person made about the sheet. */
  choices: SheetChoices
  refused: RefusedFile[]
  work: 'checking' | 'importing' | undefined
  progress: Progress | undefined
  /** The last check of exactly these files and choices. */
  report: BulkUploadReport | undefined
  failure: UploadFailure | undefined
  /** Keys of linked pictures that a check has fetched: they need not be fetched again. */
  links: Record<string, string>
  /** The last successful import, kept until the next one. */
  done: BulkUploadReport | undefined
}

export function emptyUpload<F>(): UploadState<F> {
  return {
    sheet: undefined,
    zip: undefined,
    choices: {},
    refused: [],
    work: undefined,
    progress: undefined,
    report: undefined,
    failure: undefined,
    links: {},
    done: undefined,
  }
}

export type UploadEvent<F> =
  | { type: 'files-chosen'; sheet?: F | undefined; zip?: F | undefined; refused: RefusedFile[] }
  | { type: 'came-back'; sheet: F; choices: SheetChoices; links: Record<string, string> }
  | { type: 'chosen'; choices: SheetChoices }
  | { type: 'sheet-removed' }
  | { type: 'zip-removed' }
  | { type: 'started'; work: 'checking' | 'importing' }
  | { type: 'progressed'; progress: Progress }
  | { type: 'stopped' }
  | { type: 'went-back' }
  | { type: 'checked'; report: BulkUploadReport }
  | { type: 'imported'; report: BulkUploadReport }
  | { type: 'failed'; failure: UploadFailure }

/** The reducer of the upload panel. */
export function nextUpload<F>(state: UploadState<F>, event: UploadEvent<F>): UploadState<F> {
  switch (event.type) {
    case 'files-chosen': {
      const { sheet = state.sheet, zip = state.zip, refused } = event
      const isSame = sheet === state.sheet && zip === state.zip
      // A report belongs to its files, so other files discard it.
      if (isSame) return { ...state, refused }
      // The choices belong to the sheet, so another sheet resets them.
      const choices = sheet === state.sheet ? state.choices : {}
      return { ...state, ...NOTHING_SAID, sheet, zip, choices, refused }
    }
    case 'came-back': {
      const { sheet, choices, links } = event
      return state.sheet ? state : { ...state, sheet, choices, links }
    }
    case 'chosen':
      return { ...state, ...NOTHING_SAID, choices: event.choices }
    case 'sheet-removed':
      return { ...state, ...NOTHING_SAID, sheet: undefined, choices: {}, refused: [] }
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
      // Pictures are being sent, or something else has changed: a new check follows.
      return { ...state, ...AT_REST, report: undefined }
    case 'went-back':
      // The person declined the warnings: the checked report is still valid.
      return { ...state, ...AT_REST }
    case 'checked':
      return {
        ...state,
        ...AT_REST,
        report: event.report,
        links: { ...state.links, ...linksOf(event.report) },
      }
    case 'imported':
      // Not committed: something changed between the check and the import.
      if (!event.report.isCommitted) return { ...state, ...AT_REST, report: event.report }
      return { ...emptyUpload<F>(), done: event.report }
    case 'failed':
      return { ...state, ...AT_REST, failure: event.failure }
  }
}

function linksOf({ pictures }: BulkUploadReport): Record<string, string> {
  return Object.fromEntries(Object.entries(pictures).filter(([name]) => /^https?:/i.test(name)))
}

const AT_REST = { work: undefined, progress: undefined } as const
const NOTHING_SAID = { report: undefined, failure: undefined } as const
