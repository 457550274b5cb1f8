import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { requireStillHere } from '#app/admin/server/audit/audit.ts'
import { CURATORS } from '#app/admin/server/roles.ts'
import { requireAdmin, requireAdminSession } from '#app/admin/server/session/guards.ts'
import {
  DecideHeldMails,
  EditionPreview,
  EditionPreviewQuery,
  EditionPreviewSent,
  MailDesk,
  MailStreamParams,
  SendEditionPreview,
  StopStream,
} from '#app/mailings/mail-desk.contract.ts'
import { previewEdition, readMailDesk, sendEditionPreview } from '#app/mailings/server/desk.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { notFound } from '#app/server/problem.ts'
import { decideHeldAsAdmin, stopStreamAsAdmin } from './mail.ts'

/** The preview of a mail may run nothing and load only its pictures. */
const MAIL_POLICY =
  "sandbox allow-popups; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export function mailDeskRoutes(http: Http, ctx: AppContext) {
  const deskFor = async (request: FastifyRequest) => {
    const { role } = await requireAdminSession(ctx, request)
    return readMailDesk(ctx, { isOwner: role === 'owner' })
  }

  http.get(
    '/api/admin/mail',
    {
      config: CURATORS,
      schema: {
        summary: 'Who gets which mail, what became of it day by day, and what is held back',
        response: { 200: MailDesk },
      },
    },
    deskFor,
  )

  http.patch(
    '/api/admin/mail/streams/:stream',
    {
      config: CURATORS,
      schema: {
        summary: 'Stops a stream of mail, or resumes it',
        params: MailStreamParams,
        body: StopStream,
        response: { 200: MailDesk },
      },
    },
    async (request) => {
      const stop = { ...request.params, ...request.body }
      await stopStreamAsAdmin(ctx, await requireAdmin(ctx, request), stop)
      return deskFor(request)
    },
  )

  http.get(
    '/api/admin/mail/preview',
    {
      config: CURATORS,
      schema: {
        summary: 'The next or the newest edition, as a class or one account gets it',
        querystring: EditionPreviewQuery,
        response: { 200: EditionPreview },
      },
    },
    async (request) => previewEdition(ctx, request.query),
  )

  http.get(
    '/api/admin/mail/preview/html',
    {
      config: CURATORS,
      schema: {
        summary: 'The same as a mail program shows it',
        querystring: EditionPreviewQuery,
        response: { 200: z.any().describe('text/html') },
      },
    },
    async (request, reply) => {
      const { letter } = await previewEdition(ctx, request.query)
      if (!letter) throw notFound('mail')
      reply.header('content-security-policy', MAIL_POLICY)
      return reply.type('text/html; charset=utf-8').send(letter.html)
    },
  )

  http.post(
    '/api/admin/mail/preview',
    {
      config: CURATORS,
      schema: {
        summary: 'Sends that to one address',
        body: SendEditionPreview,
        response: { 200: EditionPreviewSent },
      },
    },
    async (request) => {
      await requireStillHere(ctx.db, await requireAdmin(ctx, request))
      await sendEditionPreview(ctx, request.body)
      return { success: true as const }
    },
  )

  http.post(
    '/api/admin/mail/held',
    {
      config: CURATORS,
      schema: {
        summary: 'Sends mails that are held back after all, or drops them',
        body: DecideHeldMails,
        response: { 200: MailDesk },
      },
    },
    async (request) => {
      await decideHeldAsAdmin(ctx, await requireAdmin(ctx, request), request.body)
      return deskFor(request)
    },
  )
}
