import {
  FoundMembers,
  Member,
  MemberMailParams,
  MemberParams,
  MemberSearch,
  SendLink,
} from '#app/admin/members.contract.ts'
import { OWNERS } from '#app/admin/server/roles.ts'
import { requireAdmin, requireAdminSession } from '#app/admin/server/session/guards.ts'
import { EndMembership, GiveDays, RefundPayment } from '#app/membership/owner-actions.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { tooManyRequests } from '#app/server/problem.ts'
import { createThrottle } from '#app/server/rate-limits/throttle.ts'
import {
  endAsOwner,
  giveDaysAsOwner,
  refundAsOwner,
  sendAgainAsOwner,
  sendLinkAsOwner,
  signOutAsOwner,
} from './acts.ts'
import { lookAtMember, readMember, searchMembers } from './members.ts'

/** More than anybody types, but too few for a stolen session to copy the list of addresses. */
const SEARCHES_A_MINUTE = 30
const LOOKS_A_MINUTE = 30
const ACT = { ...OWNERS, needsProof: true } as const

/** Routes about people with an account, for owners. Every act returns the page as it is then. */
export function membersRoutes(http: Http, ctx: AppContext) {
  const searches = createThrottle(ctx, {
    name: 'member-search',
    limit: SEARCHES_A_MINUTE,
    windowSeconds: 60,
  })
  const looks = createThrottle(ctx, {
    name: 'member-look',
    limit: LOOKS_A_MINUTE,
    windowSeconds: 60,
  })

  http.get(
    '/api/admin/members',
    {
      config: OWNERS,
      schema: {
        summary:
          'Accounts, and payments that wait for one, by their address or its beginning; 429 after too many',
        querystring: MemberSearch,
        response: { 200: FoundMembers },
      },
    },
    async (request) => {
      const { q } = request.query
      const { tokenHash } = await requireAdminSession(ctx, request)
      const verdict = q === '' ? undefined : await searches.consume(tokenHash)
      if (verdict?.isAllowed === false) {
        throw tooManyRequests('Too many searches at once.', verdict.waitSeconds)
      }
      return searchMembers(ctx, q)
    },
  )

  http.get(
    '/api/admin/members/:userId',
    {
      config: OWNERS,
      schema: {
        summary: 'Everything we have of somebody; noted in the audit',
        params: MemberParams,
        response: { 200: Member },
      },
    },
    async (request) => {
      const { tokenHash } = await requireAdminSession(ctx, request)
      const verdict = await looks.consume(tokenHash)
      if (!verdict.isAllowed) {
        throw tooManyRequests('Too many pages at once.', verdict.waitSeconds)
      }
      return lookAtMember(ctx, await requireAdmin(ctx, request), request.params.userId)
    },
  )

  http.post(
    '/api/admin/members/:userId/refunds',
    {
      config: ACT,
      schema: {
        summary: 'Sends a payment back, in full or in part; 409 when it is not as it was looked at',
        params: MemberParams,
        body: RefundPayment,
        response: { 200: Member },
      },
    },
    async (request) => {
      const { userId } = request.params
      await refundAsOwner(ctx, await requireAdmin(ctx, request), { userId, ...request.body })
      return readMember(ctx, userId)
    },
  )

  http.post(
    '/api/admin/members/:userId/days',
    {
      config: ACT,
      schema: {
        summary: 'Moves the end of the trial or the paid period; 409 where there is none to move',
        params: MemberParams,
        body: GiveDays,
        response: { 200: Member },
      },
    },
    async (request) => {
      const { userId } = request.params
      await giveDaysAsOwner(ctx, await requireAdmin(ctx, request), { userId, ...request.body })
      return readMember(ctx, userId)
    },
  )

  http.post(
    '/api/admin/members/:userId/end',
    {
      config: ACT,
      schema: {
        summary: 'Ends a membership at once or with its period; 409 when it has ended or is ending',
        params: MemberParams,
        body: EndMembership,
        response: { 200: Member },
      },
    },
    async (request) => {
      const { userId } = request.params
      await endAsOwner(ctx, await requireAdmin(ctx, request), { userId, ...request.body })
      return readMember(ctx, userId)
    },
  )

  http.post(
    '/api/admin/members/:userId/sign-out',
    {
      config: ACT,
      schema: {
        summary: 'Signs every browser of theirs out',
        params: MemberParams,
        body: SendLink,
        response: { 200: Member },
      },
    },
    async (request) => {
      const { userId } = request.params
      await signOutAsOwner(ctx, await requireAdmin(ctx, request), { userId, ...request.body })
      return readMember(ctx, userId)
    },
  )

  http.post(
    '/api/admin/members/:userId/links',
    {
      config: ACT,
      schema: {
        summary: 'Mails them a link to choose a new password',
        params: MemberParams,
        body: SendLink,
        response: { 200: Member },
      },
    },
    async (request) => {
      const { userId } = request.params
      await sendLinkAsOwner(ctx, await requireAdmin(ctx, request), { userId, ...request.body })
      return readMember(ctx, userId)
    },
  )

  http.post(
    '/api/admin/members/:userId/mails/:mailId',
    {
      config: ACT,
      schema: {
        summary: 'Sends a mail again, as it would be written now; 409 for one that waits',
        params: MemberMailParams,
        body: SendLink,
        response: { 200: Member },
      },
    },
    async (request) => {
      const { userId } = request.params
      const actor = await requireAdmin(ctx, request)
      await sendAgainAsOwner(ctx, actor, { ...request.params, ...request.body })
      return readMember(ctx, userId)
    },
  )
}
