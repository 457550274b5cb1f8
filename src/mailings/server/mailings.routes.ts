import type { FastifyRequest } from 'fastify'
import { requireUser } from '#app/accounts/server/sessions/sessions.ts'
import { wordingOf } from '#app/mailings/mail-choices.copy.ts'
import {
  InboxLinkSent,
  InboxProof,
  InboxProven,
  MailChoices,
  MailEvents,
  MailEventsTaken,
  MailWish,
  UnsubscribeLink,
  UnsubscribeParams,
} from '#app/mailings/mailings.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { networkOf } from '#app/server/network.ts'
import { badRequest, Problem, tooManyRequests } from '#app/server/problem.ts'
import { createThrottle } from '#app/server/rate-limits/throttle.ts'
import { letterPaths } from '#app/shared/letter-paths.ts'
import { chooseStreams, streamChoices } from './choices.ts'
import { findStoppedStreams } from './editions.queries.ts'
import { requireEventsSecret, takeMailEvents } from './events.ts'
import { readTimeZone } from './hours.rules.ts'
import { proveInboxByLink, readLastLink, sendInboxLink } from './inbox.ts'
import { readUnsubscribeLink, unsubscribe } from './unsubscribe.ts'

const FAILURES_AN_HOUR = 600
const FORM_LIMIT_BYTES = 4 * 1024
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data']

export function mailingsRoutes(http: Http, ctx: AppContext) {
  const failures = createThrottle(ctx, {
    name: 'mail-links',
    limit: FAILURES_AN_HOUR,
    windowSeconds: 3600,
  })
  /** Throttles failures only: one mail provider sends the clicks of very many people. */
  const withToken = async <T>({ ip }: FastifyRequest, use: () => Promise<T>): Promise<T> => {
    const network = networkOf(ip)
    const verdict = await failures.check(network)
    if (!verdict.isAllowed) throw tooManyRequests('Too many tries.', verdict.waitSeconds)
    try {
      return await use()
    } catch (error) {
      if (error instanceof Problem && error.status < 500) await failures.consume(network)
      throw error
    }
  }

  http.get(
    '/api/mail/choices',
    {
      config: { access: 'user' },
      schema: { summary: 'What somebody takes by mail, and when', response: { 200: MailChoices } },
    },
    async (request) => readOwn(ctx, (await requireUser(ctx, request)).id),
  )

  http.put(
    '/api/mail/choices',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Chooses it; each new yes is kept with its wording, time and place',
        body: MailWish,
        response: { 200: MailChoices },
      },
    },
    async (request) => {
      const { id: userId } = await requireUser(ctx, request)
      const timeZone = readTimeZone(request.body.timeZone)
      if (timeZone === undefined) {
        const words = 'is no time zone that we know'
        throw badRequest(`timeZone: ${words}`, { timeZone: words })
      }
      const { place, ...wish } = { ...request.body, timeZone }
      const wording = wordingOf({ ...wish, place })
      await chooseStreams(ctx, { userId, wish, wording, place })
      const chosen = await readOwn(ctx, userId)
      const takesAny = wish.edition !== 'never' || wish.alerts !== 'never'
      // The first yes sends the link that proves the inbox. The choices are kept even if no further link
      // may be sent.
      if (takesAny && !chosen.isInboxProven && chosen.linkSentAt === null) {
        await sendInboxLink(ctx, userId)
      }
      return chosen
    },
  )

  http.post(
    '/api/mail/inbox-link',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Mails a link that proves the inbox; 429 after too many',
        response: { 200: InboxLinkSent },
      },
    },
    async (request) => {
      const verdict = await sendInboxLink(ctx, (await requireUser(ctx, request)).id)
      if (!verdict.isAllowed) {
        throw tooManyRequests('We have sent you several links already.', verdict.waitSeconds)
      }
      return { success: true as const }
    },
  )

  http.post(
    '/api/mail/inbox-proof',
    {
      config: { access: 'everyone' },
      schema: {
        summary: 'Says that an inbox is read, by the link that was mailed there; once',
        body: InboxProof,
        response: { 200: InboxProven },
      },
    },
    async (request) => {
      await withToken(request, () => proveInboxByLink(ctx, request.body.token))
      return { success: true as const }
    },
  )

  http.get(
    '/api/mail/unsubscribe/:token',
    {
      config: { access: 'everyone' },
      schema: {
        summary: 'What the link at the foot of a mail switches off; nothing of whose it is',
        params: UnsubscribeParams,
        response: { 200: UnsubscribeLink },
      },
    },
    async (request) => withToken(request, () => readUnsubscribeLink(ctx, request.params.token)),
  )

  // Takes the one-click request of mail programs (RFC 8058) and the form of our own page. It is the only
  // cross-site form that changes anything, and its token can only switch one stream off.
  void http.register(async (routes: Http) => {
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser(
      FORMS,
      { parseAs: 'string', bodyLimit: FORM_LIMIT_BYTES },
      (_request: FastifyRequest, body: string, done: (error: null, body: string) => void) =>
        done(null, body),
    )
    routes.post<{ Params: { token: string } }>(
      '/unsubscribe/:token',
      {
        bodyLimit: FORM_LIMIT_BYTES,
        config: { access: 'machine', provenBy: 'token of a mail', requestClass: 'call' },
      },
      async (request, reply) => {
        const { token } = request.params
        const form = await readForm(request)
        if (form?.get('from') === 'page') {
          try {
            await withToken(request, () => unsubscribe(ctx, { token, toldBy: 'page' }))
          } catch (error) {
            // The page we redirect to reports the invalid link.
            if (!(error instanceof Problem) || error.status >= 500) throw error
          }
          return reply.redirect(letterPaths.unsubscribe(token), 303)
        }
        if (form?.get('List-Unsubscribe') !== 'One-Click') {
          throw badRequest('Only a form with List-Unsubscribe=One-Click stops a mail.')
        }
        await withToken(request, () => unsubscribe(ctx, { token, toldBy: 'one click' }))
        return reply.type('text/plain; charset=utf-8').send('Stopped.\n')
      },
    )
  })

  http.post(
    '/api/mail/events',
    {
      bodyLimit: 256 * 1024,
      config: { access: 'machine', provenBy: 'secret' },
      schema: {
        summary: 'What became of mails after they were taken, told with MAIL_EVENTS_SECRET',
        body: MailEvents,
        response: { 200: MailEventsTaken },
      },
      preValidation: async (request: FastifyRequest) => requireEventsSecret(ctx, request),
    },
    async (request) => takeMailEvents(ctx, request.body.events),
  )
}

/** Parses both encodings that mail programs may use; returns undefined for anything else. */
async function readForm({ headers, body }: FastifyRequest): Promise<FormData | undefined> {
  if (typeof body !== 'string') return
  const sent = new Response(body, { headers: { 'content-type': headers['content-type'] ?? '' } })
  return sent.formData().catch(() => undefined)
}

async function readOwn(ctx: AppContext, userId: string): Promise<MailChoices> {
  const [choices, paused] = await Promise.all([
    streamChoices(ctx, userId),
    findStoppedStreams(ctx.db),
  ])
  const { answeredAt, stopped, isInboxProven } = choices
  const linkSentAt = isInboxProven ? null : await readLastLink(ctx, userId)
  return {
    // Not answered is not a no: nothing is preselected.
    edition: answeredAt ? choices.edition : null,
    editionWeekday: choices.editionWeekday,
    alerts: answeredAt ? choices.alerts : null,
    hour: choices.hour,
    timeZone: answeredAt ? choices.timeZone : null,
    isInboxProven,
    linkSentAt: linkSentAt?.toISOString() ?? null,
    stopped: stopped ? { why: stopped.why, at: stopped.at.toISOString() } : null,
    pausedStreams: paused.map(({ stream }) => stream),
  }
}
