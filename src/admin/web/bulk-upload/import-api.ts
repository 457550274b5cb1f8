import { LARGEST_ADMIN_PAGE } from '#app/admin/admin.facts.ts'
import type { AdminDealsPage } from '#app/admin/admin-deals.contract.ts'
import type {
  BulkUploadLine,
  BulkUploadReport,
  ImportHistory,
  ImportRecord,
  ImportRestored,
  ImportUndone,
} from '#app/admin/bulk-upload.contract.ts'
import { ADMIN_CALLS, withParameters } from '#app/admin/web/shell/calls.rules.ts'
import { withWarnings } from '#app/admin/web/shell/warned.ts'
import type { SheetChoices } from '#app/deals/editing/sheet-choices.contract.ts'
import { ApiError, browserApi, failed } from '#app/web/api/api.ts'
import { withCsrfToken } from '#app/web/api/csrf-token.ts'
import { upload } from '#app/web/api/upload.ts'
import type { Progress } from './upload.rules.ts'

/** Keys of stored pictures by their names in the sheet. */
export type PictureKeys = Record<string, string>

export type SheetInput = {
  sheet: File
  zip: File | undefined
  pictureKeys: PictureKeys
  choices: SheetChoices
}

type Options = { onProgress: (progress: Progress) => void; signal: AbortSignal }

/** Calls about sheets and imports. Throw {@link ApiError}. */
export const importApi = {
  /** Checks what the sheet would do; stores nothing except the pictures of a zip. */
  check(input: SheetInput, options: Options): Promise<BulkUploadReport> {
    return send(input, { dryRun: 'true' }, options)
  },

  /** Imports the sheet, whole or not at all. Undefined if the person does not confirm its warnings. */
  import(
    input: SheetInput,
    {
      isPublishing,
      seenUpdates,
      ...options
    }: Options & { isPublishing: boolean; seenUpdates: string | undefined },
  ): Promise<BulkUploadReport | undefined> {
    const how: Record<string, string> = {
      ...(isPublishing && { publishAll: 'true' }),
      ...(seenUpdates !== undefined && { seenUpdates }),
    }
    return withWarnings((seen) =>
      send(input, { ...how, seenWarnings: JSON.stringify(seen) }, options),
    )
  },

  /** Downloads the sheet with two more columns that describe the problems of each row. */
  async downloadAnnotated({ sheet, pictureKeys, choices }: SheetInput): Promise<void> {
    const body = new FormData()
    body.set('choices', JSON.stringify(choices))
    body.set('pictureKeys', JSON.stringify(pictureKeys))
    body.set('file', sheet)
    const response = await withCsrfToken(async (token) => {
      const askedAt = Date.now()
      const answer = await fetch(`${ADMIN_CALLS.imports}/annotated`, {
        method: 'POST',
        headers: { 'x-csrf-token': token },
        body,
      })
      if (answer.ok) return answer
      throw failed(answer.status, await answer.text(), askedAt)
    })
    saveAs(await response.blob(), sheet.name.replace(/\.[^.]*$/, '') + ANNOTATED)
  },

  /** Returns the ids of the drafts that an import made, in the order of the sheet. */
  async drafts(importId: string): Promise<string[]> {
    const ids: string[] = []
    for (let page = 1; ; page += 1) {
      const parameters = { importId, state: 'draft', page, limit: LARGEST_ADMIN_PAGE }
      const path = withParameters(ADMIN_CALLS.deals, parameters)
      const { deals, pagination } = (await browserApi.load(path)) as AdminDealsPage
      ids.push(...deals.map(({ id }) => id))
      if (!pagination.hasNextPage) return ids
    }
  },

  /** Returns the current state of an upload; undefined if it cannot be read. */
  async find(importId: string): Promise<ImportRecord | undefined> {
    try {
      const { imports } = (await browserApi.load(ADMIN_CALLS.imports)) as ImportHistory
      return imports.find(({ id }) => id === importId)
    } catch {
      return undefined
    }
  },

  /** Deletes what is left of the deals of an import. Undefined if the person does not confirm its warnings. */
  async undo(importId: string): Promise<ImportUndone | undefined> {
    const answer = await withWarnings((seenWarnings) =>
      browserApi.request('POST', `${pathOf(importId)}/undo`, { seenWarnings }),
    )
    return answer?.json()
  },

  /** Restores the deals that undoing deleted. Undefined if the person does not confirm its warnings. */
  async restore(importId: string): Promise<ImportRestored | undefined> {
    const answer = await withWarnings((seenWarnings) =>
      browserApi.request('POST', `${pathOf(importId)}/restore`, { seenWarnings }),
    )
    return answer?.json()
  },
}

function pathOf(importId: string): string {
  return `${ADMIN_CALLS.imports}/${encodeURIComponent(importId)}`
}

async function send(
  { sheet, zip, pictureKeys, choices }: SheetInput,
  parameters: Record<string, string>,
  { onProgress, signal }: Options,
): Promise<BulkUploadReport> {
  const form = new FormData()
  for (const [name, value] of Object.entries(parameters)) form.set(name, value)
  form.set('choices', JSON.stringify(choices))
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

const ANNOTATED = ' - what is wrong.xlsx'
/** Some browsers read the object URL only after the click handler has ended. */
const KEEP_MS = 60_000

function saveAs(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), KEEP_MS)
}
