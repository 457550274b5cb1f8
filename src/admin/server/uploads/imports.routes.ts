import { z } from 'zod'
import {
  ImportHistory,
  ImportParams,
  ImportRestored,
  ImportUndone,
} from '#app/admin/bulk-upload.contract.ts'

import { requireAdmin } from '#app/admin/server/session/guards.ts'

import { importTemplate } from '#app/deals/server/import/template.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { readImports, restoreUpload, undoUpload } from './imports.ts'

const config = { access: 'admin' as const }
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export function importsRoutes(http: Http, ctx: AppContext) {
  http.get(
    '/api/admin/imports',
    {
      config,
      schema: {
        summary: 'The newest uploads, with what is left of each',
        response: { 200: ImportHistory },
      },
    },
    async () => readImports(ctx),
  )

  http.get(
    '/api/admin/imports/template',
    {
      config,
      schema: {
        summary: 'A sheet to fill in',
        response: { 200: z.any().describe(XLSX), 304: z.any() },
      },
    },
    async (request, reply) => {
      const { bytes, tag } = await importTemplate()
      reply.header('etag', `"${tag}"`).header('cache-control', 'private, no-cache')
      if (request.headers['if-none-match']?.includes(`"${tag}"`)) return reply.code(304).send()
      return reply
        .type(XLSX)
        .header('content-disposition', 'attachment; filename="deals-template.xlsx"')
        .send(bytes)
    },
  )

  http.post(
    '/api/admin/imports/:importId/undo',
    {
      config,
      schema: {
        summary: 'Takes away what is left of an upload, all at once',
        params: ImportParams,
        response: { 200: ImportUndone },
      },
    },
    async (request) => undoUpload(ctx, await requireAdmin(ctx, request), request.params.importId),
  )

  http.post(
    '/api/admin/imports/:importId/restore',
    {
      config,
      schema: {
        summary: 'Brings an upload back that was taken away',
        params: ImportParams,
        response: { 200: ImportRestored },
      },
    },
    async (request) =>
      restoreUpload(ctx, await requireAdmin(ctx, request), request.params.importId),
  )
}
