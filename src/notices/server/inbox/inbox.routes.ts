import type { FastifyRequest } from 'fastify'
import { requireUser } from '#app/accounts/server/sessions/sessions.ts'
import type { Catalogue } from '#app/deals/server/deals.ts'
import { readViewer } from '#app/membership/server/membership.ts'
import {
  NoticeParams,
  Notices,
  NoticesQuery,
  ReadThrough,
  UnreadNotices,
} from '#app/notices/notices.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { countUnreadNotices, listNotices, readAllNotices, readNotice } from './inbox.ts'

export function inboxRoutes(http: Http, ctx: AppContext, catalogue: Catalogue) {
  async function requireReader(request: FastifyRequest) {
    const { id: userId } = await requireUser(ctx, request)
    return { userId, isMember: (await readViewer(ctx, request)).class === 'member' }
  }

  http.get(
    '/api/notices',
    {
      config: { access: 'user' },
      schema: {
        summary: 'What somebody was told, newest first, with each deal as they may see it now',
        querystring: NoticesQuery,
        response: { 200: Notices },
      },
    },
    async (request) => {
      const { id: userId } = await requireUser(ctx, request)
      const viewer = await readViewer(ctx, request)
      return listNotices(ctx, catalogue, { viewer, userId, ...request.query })
    },
  )

  http.get(
    '/api/notices/unread',
    {
      config: { access: 'user' },
      schema: { summary: 'How many notices are not read', response: { 200: UnreadNotices } },
    },
    async (request) => {
      return { unread: await countUnreadNotices(ctx, await requireReader(request)) }
    },
  )

  http.put(
    '/api/notices/:noticeId/read',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Marks a notice as read; harmless when it is',
        params: NoticeParams,
        response: { 200: UnreadNotices },
      },
    },
    async (request) => {
      const reader = await requireReader(request)
      return { unread: await readNotice(ctx, { ...reader, id: request.params.noticeId }) }
    },
  )

  http.put(
    '/api/notices/read',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Marks all notices as read, up to the newest one that was seen',
        body: ReadThrough,
        response: { 200: UnreadNotices },
      },
    },
    async (request) => {
      const reader = await requireReader(request)
      return { unread: await readAllNotices(ctx, { ...reader, ...request.body }) }
    },
  )
}
