import { z } from 'zod'
import { countVersions } from '#app/accounts/server/acceptances.ts'
import { OWNERS } from '#app/admin/server/roles.ts'
import { requireAdmin } from '#app/admin/server/session/guards.ts'
import {
  Announcement,
  AnnouncementGone,
  AnnouncementList,
  AnnouncementLook,
  AnnouncementParams,
  ChangedAnnouncement,
  NewAnnouncement,
  ResumeAnnouncement,
  StartAnnouncement,
  TryAnnouncement,
} from '#app/mailings/announcements.contract.ts'
import {
  drawAnnouncement,
  listAnnouncements,
  readAnnouncement,
} from '#app/mailings/server/announcements/announcements.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { tooManyRequests } from '#app/server/problem.ts'
import { createThrottle } from '#app/server/rate-limits/throttle.ts'
import {
  deleteLetterAsOwner,
  resumeLetterAsOwner,
  rewriteLetterAsOwner,
  startLetterAsOwner,
  stopLetterAsOwner,
  tryLetterAsOwner,
  writeLetterAsOwner,
} from './announcements.ts'

const SENSITIVE = { ...OWNERS, needsProof: true } as const
const TRIALS_AN_HOUR = 20

/** The preview of a mail may neither run nor load anything. */
const MAIL_POLICY =
  "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Routes of the letters to everybody, for owners. */
export function announcementsRoutes(http: Http, ctx: AppContext) {
  const trials = createThrottle(ctx, {
    name: 'letter-trial',
    limit: TRIALS_AN_HOUR,
    windowSeconds: 3600,
  })

  http.get(
    '/api/admin/letters',
    {
      config: OWNERS,
      schema: {
        summary: 'Letters to all: drafts, those that go out, and those that have',
        response: { 200: AnnouncementList },
      },
    },
    async () => ({ letters: await listAnnouncements(ctx), versions: await countVersions(ctx) }),
  )

  http.post(
    '/api/admin/letters',
    {
      config: OWNERS,
      schema: {
        summary: 'Writes a draft, which goes to nobody yet',
        body: NewAnnouncement,
        response: { 200: Announcement },
      },
    },
    async (request) => {
      const id = await writeLetterAsOwner(ctx, await requireAdmin(ctx, request), request.body)
      return readAnnouncement(ctx, id)
    },
  )

  http.get(
    '/api/admin/letters/:letterId',
    {
      config: OWNERS,
      schema: {
        summary: 'One letter, with how far it has come, or whom it would go to',
        params: AnnouncementParams,
        response: { 200: Announcement },
      },
    },
    (request) => readAnnouncement(ctx, request.params.letterId),
  )

  http.get(
    '/api/admin/letters/:letterId/html',
    {
      config: OWNERS,
      schema: {
        summary: 'The same as a mail program shows it, by day or by night',
        params: AnnouncementParams,
        querystring: AnnouncementLook,
        response: { 200: z.any().describe('text/html') },
      },
    },
    async (request, reply) => {
      const html = await drawAnnouncement(ctx, request.params.letterId, request.query.look)
      reply.header('content-security-policy', MAIL_POLICY)
      return reply.type('text/html; charset=utf-8').send(html)
    },
  )

  http.put(
    '/api/admin/letters/:letterId',
    {
      config: OWNERS,
      schema: {
        summary: 'Other words for a draft; 409 when somebody was quicker, or it goes out',
        params: AnnouncementParams,
        body: ChangedAnnouncement,
        response: { 200: Announcement },
      },
    },
    async (request) => {
      const { letterId: id } = request.params
      await rewriteLetterAsOwner(ctx, await requireAdmin(ctx, request), { ...request.body, id })
      return readAnnouncement(ctx, id)
    },
  )

  http.delete(
    '/api/admin/letters/:letterId',
    {
      config: OWNERS,
      schema: {
        summary: 'Deletes a draft; 409 for one that goes out or has',
        params: AnnouncementParams,
        response: { 200: AnnouncementGone },
      },
    },
    async (request) => {
      await deleteLetterAsOwner(ctx, await requireAdmin(ctx, request), request.params.letterId)
      return { success: true as const }
    },
  )

  http.post(
    '/api/admin/letters/:letterId/trial',
    {
      config: OWNERS,
      schema: {
        summary: 'Sends it to one address, marked as a trial; 429 after too many',
        params: AnnouncementParams,
        body: TryAnnouncement,
        response: { 200: Announcement },
      },
    },
    async (request) => {
      const actor = await requireAdmin(ctx, request)
      const verdict = await trials.consume(actor.session)
      if (!verdict.isAllowed) {
        throw tooManyRequests('Too many trials at once.', verdict.waitSeconds)
      }
      const { letterId: id } = request.params
      await tryLetterAsOwner(ctx, actor, { id, to: request.body.to })
      return readAnnouncement(ctx, id)
    },
  )

  http.post(
    '/api/admin/letters/:letterId/send',
    {
      config: SENSITIVE,
      schema: {
        summary: 'Sends it to everybody it is for, over hours; 409 unless it was tried as it is',
        params: AnnouncementParams,
        body: StartAnnouncement,
        response: { 200: Announcement },
      },
    },
    async (request) => {
      const { letterId: id } = request.params
      await startLetterAsOwner(ctx, await requireAdmin(ctx, request), { ...request.body, id })
      return readAnnouncement(ctx, id)
    },
  )

  http.post(
    '/api/admin/letters/:letterId/stop',
    {
      config: OWNERS,
      schema: {
        summary: 'Stops one that goes out; what waits stays where it is',
        params: AnnouncementParams,
        response: { 200: Announcement },
      },
    },
    async (request) => {
      const { letterId: id } = request.params
      await stopLetterAsOwner(ctx, await requireAdmin(ctx, request), id)
      return readAnnouncement(ctx, id)
    },
  )

  http.post(
    '/api/admin/letters/:letterId/resume',
    {
      config: SENSITIVE,
      schema: {
        summary: 'Lets one that was stopped go on, over as many hours as are said now',
        params: AnnouncementParams,
        body: ResumeAnnouncement,
        response: { 200: Announcement },
      },
    },
    async (request) => {
      const { letterId: id } = request.params
      const { hours } = request.body
      await resumeLetterAsOwner(ctx, await requireAdmin(ctx, request), { id, hours })
      return readAnnouncement(ctx, id)
    },
  )
}
