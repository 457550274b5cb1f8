import { beforeAll, beforeEach } from 'vitest'
import type { BulkUploadLine, BulkUploadReport } from '#app/admin/bulk-upload.contract.ts'
import { openAdmin, seeingWarnings } from '#test/support/admin.ts'
import { multipart } from '#test/support/multipart.ts'
import type { TestApp } from '#test/support/test-app.ts'
import { makeCsv, type Value } from './make-sheets.ts'
import { NOW } from './use-imports.ts'

type Upload = {
  fileName?: string
  /** The rows of a .csv, or a whole file. */
  sheet: Value[][] | Buffer
  pictures?: Buffer
  fields?: Record<string, string>
}

/** A signed-in back office with an empty catalogue before each test. */
export function useBulkUpload(app: TestApp) {
  let admin: Awaited<ReturnType<typeof openAdmin>>
  beforeAll(async () => {
    admin = await openAdmin(app, 'Ann')
  })
  beforeEach(async () => {
    app.setNow(NOW)
    // Sessions are dated by the test clock.
    await app.db.updateTable('adminSessions').set({ createdAt: NOW, lastSeenAt: NOW }).execute()
    for (const table of ['deals', 'imports', 'retailers', 'brands', 'pictures'] as const) {
      await app.db.deleteFrom(table).execute()
    }
  })

  function formOf({ fileName = 'deals.csv', sheet, pictures, fields = {} }: Upload) {
    const bytes = Buffer.isBuffer(sheet) ? sheet : makeCsv(sheet)
    return multipart(fields, [
      { field: 'file', fileName, bytes },
      ...(pictures ? [{ field: 'pictures', fileName: 'all.zip', bytes: pictures }] : []),
    ])
  }

  const post = (url: string, form: ReturnType<typeof multipart>, headers = {}) =>
    app.as(admin).inject({
      method: 'POST',
      url,
      payload: form.payload,
      headers: { ...form.headers, ...admin.csrf, ...headers },
    })

  const sendTo = (what: Upload, headers = {}) => {
    const { fields = {} } = what
    const sendWith = (all: Record<string, string>) =>
      post('/api/deals/bulk-upload', formOf({ ...what, fields: all }), headers)
    if ('seenWarnings' in fields) return sendWith(fields)
    return seeingWarnings((seen) =>
      sendWith(seen ? { ...fields, seenWarnings: JSON.stringify(seen) } : fields),
    )
  }
  const send = (what: Upload) => sendTo(what)

  return {
    formOf,
    post,
    send,
    admin: () => admin,
    /** Returns the report, for an upload that is answered with one. */
    upload: async (what: Upload): Promise<BulkUploadReport> => {
      const response = await send(what)
      if (response.statusCode !== 200) throw new Error(response.body)
      return response.json()
    },
    /** Does the same, but returns the streamed lines. */
    uploadInLines: async (what: Upload): Promise<BulkUploadLine[]> => {
      const accept = { accept: 'application/x-ndjson' }
      const response = await post('/api/deals/bulk-upload', formOf(what), accept)
      if (response.statusCode !== 200) throw new Error(response.body)
      return response.body
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
    },
    annotate: (what: Upload) => post('/api/admin/imports/annotated', formOf(what)),
    get: (url: string, headers = {}) => app.as(admin).inject({ url, headers }),
    change: (url: string) =>
      seeingWarnings((seen) =>
        app.as(admin).inject({
          ...{ method: 'POST', url },
          ...(seen && { payload: { seenWarnings: seen } }),
        }),
      ),
    history: async () => (await app.as(admin).inject({ url: '/api/admin/imports' })).json().imports,
    audit: async () =>
      app.db
        .selectFrom('auditEntries')
        .selectAll()
        .where('subjectKind', '=', 'import')
        // The confirmation of warnings is a separate entry.
        .where('action', '!=', 'import.published-anyway')
        .orderBy('id')
        .execute(),
  }
}
