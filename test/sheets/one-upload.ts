import type { TestApp } from '#test/support/test-app.ts'
import type { useBulkUpload } from './bulk-upload.ts'
import type { Value } from './make-sheets.ts'
import { coat, HEADINGS, NOW } from './use-imports.ts'

export const PUBLISHED = [...HEADINGS, 'Published']
/** Three coats, of which two are published. */
export const SHEET: Value[][] = [
  PUBLISHED,
  ...[1, 2, 3].map((at) => [...coat(at), at < 3 ? 'yes' : 'no']),
]

export function later(app: TestApp, minutes: number) {
  app.setNow(new Date(NOW.getTime() + minutes * 60_000))
}

/** Reads the state of an upload, and acts on its deals one by one. */
export function useUploads(
  app: TestApp,
  { admin, audit, history }: ReturnType<typeof useBulkUpload>,
) {
  return {
    live: async () =>
      (await app.db.selectFrom('deals').selectAll().where('deletedAt', 'is', null).execute())
        .map(({ productName, isPublished }) => `${productName}${isPublished ? ' published' : ''}`)
        .toSorted(),

    idsOfDeals: async (importId: string | null) => {
      const deals = app.db.selectFrom('deals').select('id').where('importId', '=', importId)
      return (await deals.orderBy('feedPosition').execute()).map(({ id }) => id)
    },

    changeDeals: (how: 'restore' | 'delete', ids: string[]) =>
      app.as(admin()).inject({ method: 'POST', url: `/api/admin/deals/${how}`, payload: { ids } }),

    recordOf: async (importId: string | null) =>
      (await history()).find(({ id }: { id: string | null }) => id === importId),

    actions: async (importId: string | null) =>
      (await audit())
        .filter(({ subjectId }) => subjectId === importId)
        .map(({ action }) => action.replace('import.', '')),
  }
}
