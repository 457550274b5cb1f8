import { z } from 'zod'
import {
  BulkUploadReport,
  ImportHistory,
  ImportParams,
  ImportRestored,
  ImportUndone,
  RetraceImport,
} from '#app/admin/bulk-upload.contract.ts'
import { CURATORS } from '#app/admin/server/roles.ts'
import { requireAdmin } from '#app/admin/server/session/guards.ts'
import type { ImportProgress } from '#app/deals/server/import/report.ts'
import { importTemplate } from '#app/deals/server/import/template.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { untilGone } from '#app/server/http/until-gone.ts'
import { withForm } from '#app/server/uploads/multipart.ts'
import type { Form } from '#app/server/uploads/reading.ts'
import { SHEET_FORM, withSheet } from './form.ts'
import { answerInLines, wantsLines } from './progress-lines.ts'
import { annotateUpload, listImports, restoreUpload, undoUpload, uploadDeals } from './uploads.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Routes that take multipart forms. */
export function bulkUploadRoutes(http: Http, ctx: AppContext) {
  http.post(
    '/api/deals/bulk-upload',
    {
      config: { ...CURATORS, isUpload: true },
      // Compression would buffer the lines until the end.
      compress: false,
      schema: {
        summary:
          'Imports the sheet of a form, whole or not at all, or tries it with `dryRun`; line by line when the caller accepts application/x-ndjson',
        response: { 200: BulkUploadReport },
      },
    },
    async (request, reply) => {
      const actor = await requireAdmin(ctx, request)
      const signal = untilGone(reply)
      const upload = (form: Form, onProgress?: (progress: ImportProgress) => void) =>
        withSheet(ctx, form, (sheet) => {
          const work = onProgress ? { signal, onProgress } : { signal }
          return uploadDeals(ctx, actor, sheet, work)
        })
      if (!wantsLines(request)) {
        return withForm(ctx, request, SHEET_FORM, (form) => upload(form))
      }
      return withForm(ctx, request, SHEET_FORM, (form) =>
        answerInLines(request, reply, (onProgress) => upload(form, onProgress)),
      )
    },
  )

  http.post(
    '/api/admin/imports/annotated',
    {
      config: { ...CURATORS, isUpload: true },
      compress: false,
      schema: {
        summary: 'The same sheet with what is wrong beside each row',
        response: { 200: z.any().describe(XLSX) },
      },
    },
    async (request, reply) => {
      const signal = untilGone(reply)
      const bytes = await withForm(ctx, request, SHEET_FORM, (form) =>
        withSheet(ctx, form, (sheet) => annotateUpload(ctx, sheet, { signal })),
      )
      return reply
        .type(XLSX)
        .header('content-disposition', 'attachment; filename="deals-what-is-wrong.xlsx"')
        .send(bytes)
    },
  )
}

export function importsRoutes(http: Http, ctx: AppContext) {
  http.get(
    '/api/admin/imports',
    {
      config: CURATORS,
      schema: {
        summary: 'The newest uploads, with what is left of each',
        response: { 200: ImportHistory },
      },
    },
    async () => listImports(ctx),
  )

  http.get(
    '/api/admin/imports/template',
    {
      config: CURATORS,
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
      config: CURATORS,
      schema: {
        summary: 'Takes away what is left of an upload, all at once',
        params: ImportParams,
        body: RetraceImport,
        response: { 200: ImportUndone },
      },
    },
    async (request) => {
      const actor = await requireAdmin(ctx, request)
      return undoUpload(ctx, actor, request.params.importId, request.body ?? {})
    },
  )

  http.post(
    '/api/admin/imports/:importId/restore',
    {
      config: CURATORS,
      schema: {
        summary: 'Brings an upload back that was taken away',
        params: ImportParams,
        body: RetraceImport,
        response: { 200: ImportRestored },
      },
    },
    async (request) => {
      const actor = await requireAdmin(ctx, request)
      return restoreUpload(ctx, actor, request.params.importId, request.body ?? {})
    },
  )
}
