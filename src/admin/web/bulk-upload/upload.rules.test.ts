import { expect, test } from 'vitest'
import type { BulkUploadReport } from '#app/admin/bulk-upload.contract.ts'
import type { RefusedFile } from './files.rules.ts'
import { emptyUpload, nextUpload, type UploadEvent, type UploadState } from './upload.rules.ts'

type File = { name: string }
const sheet = { name: 'spring.xlsx' }
const report = { isCommitted: false, pictures: {} } as BulkUploadReport
const committed = { isCommitted: true } as BulkUploadReport

function after(...events: UploadEvent<File>[]): UploadState<File> {
  return events.reduce<UploadState<File>>(nextUpload, emptyUpload())
}

const chosen: UploadEvent<File> = { type: 'files-chosen', sheet, refused: [] }
const checking: UploadEvent<File> = { type: 'started', work: 'checking' }
const importing: UploadEvent<File> = { type: 'started', work: 'importing' }
const checked: UploadEvent<File> = { type: 'checked', report }
const failed: UploadEvent<File> = {
  type: 'failed',
  failure: { message: 'Lost', canTryAgain: true },
}

test('a checked sheet stays chosen, with what was said of it', () => {
  expect(after(chosen, checking, checked)).toMatchObject({ sheet, report, work: undefined })
})

test('what was said of one sheet is not said of the next', () => {
  const other = { name: 'corrected.xlsx' }
  const state = after(chosen, checking, checked, { ...chosen, sheet: other })
  expect(state).toMatchObject({ sheet: other, report: undefined })
})

test('while pictures are on their way nothing is said of the sheet without them', () => {
  const state = after(chosen, checking, checked, { type: 'stopped' })
  expect(state).toMatchObject({ sheet, report: undefined, work: undefined })
})

test('a file that is refused leaves what is there as it was', () => {
  const refused: RefusedFile[] = [{ name: 'notes.pdf', fault: 'not-taken' }]
  const state = after(chosen, checking, checked, { type: 'files-chosen', refused })
  expect(state).toMatchObject({ sheet, report, refused })
})

test('a lost connection keeps the file, and the next attempt takes back what was said of it', () => {
  expect(after(chosen, checking, failed)).toMatchObject({
    sheet,
    work: undefined,
    failure: { message: 'Lost' },
  })
  expect(after(chosen, checking, failed, checking).failure).toBeUndefined()
})

test('an import that went through clears the form and leaves a line', () => {
  const state = after(chosen, checking, checked, importing, {
    type: 'imported',
    report: committed,
  })
  expect(state).toEqual({ ...emptyUpload(), done: committed })
})

test('an import that was refused after all shows why and keeps the sheet', () => {
  const state = after(chosen, checking, checked, importing, { type: 'imported', report })
  expect(state).toMatchObject({ sheet, report, done: undefined, work: undefined })
})

test('a picture behind a link is fetched once, and one from a zip is looked for anew', () => {
  const pictures = { 'https://shop.example/coat.jpg': 'abc.jpg', 'bag.jpg': 'def.jpg' }
  const state = after(chosen, checking, { type: 'checked', report: { ...report, pictures } })
  expect(state.links).toEqual({ 'https://shop.example/coat.jpg': 'abc.jpg' })
  expect(nextUpload(state, { ...chosen, sheet: { name: 'corrected.xlsx' } }).links).toEqual(
    state.links,
  )
})

test('progress that arrives late draws nothing', () => {
  const late: UploadEvent<File> = {
    type: 'progressed',
    progress: { stage: 'reading', done: 1, total: 2 },
  }
  expect(after(chosen, checking, checked, late).progress).toBeUndefined()
})
