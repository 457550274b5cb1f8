import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AuditFilters, AuditPage, AuditQuery } from '#app/admin/audit.contract.ts'
import { CURATORS_AND_ANALYSTS } from '#app/admin/server/roles.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { businessDay } from '#app/shared/dates.ts'
import { readAuditEntries, readAuditFilters, readAuditPage } from './audit.ts'
import { auditCsv } from './csv.ts'

/** Whether an owner asks. Passed in, because the session module depends on the audit. */
type AsksAsOwner = (request: FastifyRequest) => Promise<boolean>

export function auditRoutes(http: Http, ctx: AppContext, isOwner: AsksAsOwner) {
  http.get(
    '/api/admin/audit',
    {
      config: CURATORS_AND_ANALYSTS,
      schema: {
        summary: 'What was changed, by whom, newest first; a deal’s with the import it came from',
        querystring: AuditQuery,
        response: { 200: AuditPage },
      },
    },
    async (request) => readAuditPage(ctx, request.query, { isOwner: await isOwner(request) }),
  )

  http.get(
    '/api/admin/audit/filters',
    {
      config: CURATORS_AND_ANALYSTS,
      schema: { summary: 'What the log can be narrowed to', response: { 200: AuditFilters } },
    },
    async () => readAuditFilters(ctx),
  )

  http.get(
    '/api/admin/audit.csv',
    {
      config: CURATORS_AND_ANALYSTS,
      schema: {
        summary: 'Every entry that matches, for a spreadsheet program',
        querystring: AuditQuery,
        response: { 200: { content: { 'text/csv': { schema: z.string() } } } },
      },
    },
    async (request, reply) => {
      const reader = { isOwner: await isOwner(request) }
      const name = `audit-${businessDay(ctx.now())}.csv`
      // The schema describes the body as text, but it is sent as a stream.
      return (reply as FastifyReply)
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(Readable.from(auditCsv(readAuditEntries(ctx, request.query, reader))))
    },
  )
}
