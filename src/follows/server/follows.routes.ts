import { requireUser } from '#app/accounts/server/sessions/sessions.ts'
import { FollowParams, FollowRemoved, Follows, FollowWish } from '#app/follows/follows.contract.ts'
import { readViewer, requireConfirmed } from '#app/membership/server/membership.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { listFollows, removeFollow, setFollow } from './follows.ts'

export function followsRoutes(http: Http, ctx: AppContext) {
  http.get(
    '/api/follows',
    {
      config: { access: 'user' },
      schema: {
        summary: 'What somebody follows and leaves out, the newest first',
        response: { 200: Follows },
      },
    },
    async (request) => {
      const { id: userId } = await requireUser(ctx, request)
      return listFollows(ctx, { viewer: await readViewer(ctx, request), userId })
    },
  )

  http.put(
    '/api/follows',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Follows something or leaves it out; harmless when it is so already',
        body: FollowWish,
        response: { 200: FollowParams },
      },
    },
    async (request) => {
      const viewer = await requireConfirmed(ctx, request)
      return setFollow(ctx, { viewer, userId: viewer.userId }, request.body)
    },
  )

  http.delete(
    '/api/follows/:id',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Neither follows it nor leaves it out any more; harmless when it is not there',
        params: FollowParams,
        response: { 200: FollowRemoved },
      },
    },
    async (request) => {
      const { id: userId } = await requireUser(ctx, request)
      await removeFollow(ctx, { userId, id: request.params.id })
      return { success: true as const }
    },
  )
}
