import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Http } from '#app/server/http/http.ts'
import { findMail, listMails } from './files.ts'
import { mailDocument, mailPage, missingMailPage, outboxPage, toldPage } from './page.ts'

const PAGE_SIZE = 200
const HTML = 'text/html; charset=utf-8'

/**
 * A mail is untrusted markup: it may not run scripts, load anything from elsewhere, submit forms or see our
 * cookies. Its links open outside the frame.
 */
const MAIL_POLICY = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  "img-src 'self' data:",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

/** Pages that show the mails stored in the outbox instead of being sent. */
export function outboxPages(
  http: Http,
  { dataDir, eventsSecret = '' }: { dataDir: string; eventsSecret?: string | undefined },
) {
  const folder = path.join(dataDir, 'outbox')
  const style = readFileSync(path.join(import.meta.dirname, 'page.css'))
  const MailParams = z.object({ file: z.string() })
  const PageQuery = z.object({ page: z.coerce.number().int().min(1).catch(1) })

  http.register(async (pages: Http) => {
    pages.decorate('accessOfAll', 'everyone')
    pages.addHook('onRequest', async (_request, reply) => {
      reply.header('x-robots-tag', 'noindex').header('cache-control', 'no-store')
    })

    pages.get('/sandbox/outbox', { schema: { querystring: PageQuery } }, async (request, reply) => {
      const { page } = request.query
      const { mails, total } = await listMails(folder, { page, pageSize: PAGE_SIZE })
      const pageCount = Math.ceil(total / PAGE_SIZE)
      return reply.type(HTML).send(outboxPage({ mails, total, page, pageCount }))
    })

    pages.get(
      '/sandbox/outbox/:file',
      { schema: { params: MailParams } },
      async (request, reply) => {
        const mail = await findMail(folder, request.params.file)
        reply.type(HTML)
        if (!mail) return reply.code(404).send(missingMailPage())
        // Only the first of several directives with one name counts: the film's `frame-src` would block the
        // mail's frame.
        const policy = String(reply.getHeader('content-security-policy') ?? '')
          .split('; ')
          .filter((directive) => !directive.startsWith('frame-src'))
        reply.header('content-security-policy', [...policy, "frame-src 'self'"].join('; '))
        return reply.send(mailPage(mail))
      },
    )

    pages.get(
      '/sandbox/outbox/:file/html',
      { schema: { params: MailParams } },
      async (request, reply) => {
        const mail = await findMail(folder, request.params.file)
        reply.type(HTML)
        if (!mail) return reply.code(404).send(missingMailPage())
        reply.header('content-security-policy', MAIL_POLICY)
        return reply.send(mailDocument(mail.email))
      },
    )

    pages.get(
      '/sandbox/outbox/:file/source',
      { schema: { params: MailParams } },
      async (request, reply) => {
        const mail = await findMail(folder, request.params.file)
        if (!mail) return reply.code(404).type(HTML).send(missingMailPage())
        return reply.type('text/plain; charset=utf-8').send(mail.source)
      },
    )

    // Reports the event as the mail provider would, to `POST /api/mail/events`.
    pages.removeAllContentTypeParsers()
    pages.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: 1024 },
      (_request, body, done) => done(null, body),
    )
    for (const type of ['bounce', 'complaint'] as const) {
      pages.post(
        `/sandbox/outbox/:file/${type}`,
        { schema: { params: MailParams } },
        async (request, reply) => {
          const { file } = request.params
          const mail = await findMail(folder, file)
          reply.type(HTML)
          if (!mail) return reply.code(404).send(missingMailPage())
          const answer = await http.inject({
            method: 'POST',
            url: '/api/mail/events',
            headers: { authorization: `Bearer ${eventsSecret}` },
            payload: { events: [{ type, messageId: mail.email.messageId ?? '' }] },
          })
          const what = type === 'bounce' ? 'It came back' : 'It was called unwanted'
          return reply.send(toldPage({ file, what, answer: answer.body }))
        },
      )
    }

    pages.get('/sandbox/outbox/style.css', (_request, reply) =>
      reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(style),
    )
  })
}
