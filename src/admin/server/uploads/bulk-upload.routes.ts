import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { BulkUploadReport } from '#app/admin/bulk-upload.contract.ts'

import { requireAdmin } from '#app/admin/server/session/guards.ts'

import type { ImportProgress } from '#app/deals/server/import/report.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { badRequest } from '#app/server/problem.ts'
import { type Form, withForm } from '#app/server/uploads/multipart.ts'
import { annotateUpload, uploadDeals } from './bulk-upload.ts'
import { SHEET_FORM, withSheet } from './form.ts'
import { answerInLines, wantsLines } from './progress-lines.ts'

const config = { access: 'admin' as const, isUpload: true }
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Those calls of the import that take forms with files. */
export function bulkUploadRoutes(http: Http, ctx: AppContext) {
  http.post(
    '/api/deals/bulk-upload',
    {
      config,
      // Packed lines would arrive together at the end.
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
      config,
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

/** Aborted when whoever asked is gone before the answer. */
function untilGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort(badRequest('The connection was lost.'))
  })
  return gone.signal
}
