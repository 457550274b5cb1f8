import type { FastifyRequest } from 'fastify'
import { requireUser } from '#app/accounts/server/sessions/sessions.ts'
import {
  ChangePlan,
  Elsewhere,
  PlanChange,
  Receipts,
  Subscription,
  UpcomingCharge,
} from '#app/membership/membership.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { tooManyRequests } from '#app/server/problem.ts'
import { createThrottle } from '#app/server/rate-limits/throttle.ts'
import { cancelSubscription, changeCard, fixPayment, resumeSubscription } from './actions.ts'
import { readReceipts, readUpcomingCharge } from './charges.ts'
import { changePlan, previewPlanChange } from './plan-change.ts'

/** Rate limit of provider calls per person, because the provider's own limit is shared by everybody. */
const ACTIONS_A_MINUTE = 40

/** Acts on the subscription of the session's user; one named in the body is ignored. */
export function subscriptionActionsRoutes(http: Http, ctx: AppContext) {
  const throttle = createThrottle(ctx, {
    name: 'subscription-action',
    limit: ACTIONS_A_MINUTE,
    windowSeconds: 60,
  })

  async function requireActor(request: FastifyRequest): Promise<string> {
    const { id } = await requireUser(ctx, request)
    const verdict = await throttle.consume(id)
    if (verdict.isAllowed) return id
    throw tooManyRequests('Too many changes at once.', verdict.waitSeconds)
  }

  http.post(
    '/api/subscription/cancel',
    {
      config: { access: 'user', requestClass: 'checkout' },
      schema: {
        summary: 'Ends it at the close of the billing period; 409 when it has ended already',
        response: { 200: Subscription },
      },
    },
    async (request) => cancelSubscription(ctx, await requireActor(request)),
  )

  http.post(
    '/api/subscription/resume',
    {
      config: { access: 'user', requestClass: 'checkout' },
      schema: {
        summary: 'Takes a cancellation back; 409 when it is too late',
        response: { 200: Subscription },
      },
    },
    async (request) => resumeSubscription(ctx, await requireActor(request)),
  )

  http.post(
    '/api/subscription/fix-payment',
    {
      config: { access: 'user', requestClass: 'checkout' },
      schema: {
        summary: 'Where an open payment is made good',
        response: { 200: Elsewhere },
      },
    },
    async (request) => fixPayment(ctx, await requireActor(request)),
  )

  http.post(
    '/api/subscription/portal',
    {
      config: { access: 'user', requestClass: 'checkout' },
      schema: { summary: 'Where the card is changed', response: { 200: Elsewhere } },
    },
    async (request) => changeCard(ctx, await requireActor(request)),
  )

  http.get(
    '/api/subscription/plan-change',
    {
      config: { access: 'user', requestClass: 'checkout' },
      schema: {
        summary: 'What changing to this plan would cost today; changes nothing',
        querystring: ChangePlan,
        response: { 200: PlanChange },
      },
    },
    async (request) =>
      previewPlanChange(ctx, { userId: await requireActor(request), plan: request.query.plan }),
  )

  http.post(
    '/api/subscription/change-plan',
    {
      config: { access: 'user', requestClass: 'checkout' },
      schema: {
        summary: 'Changes the plan; 402 when the card is declined, and nothing has changed then',
        body: ChangePlan,
        response: { 200: Subscription },
      },
    },
    async (request) =>
      changePlan(ctx, { userId: await requireActor(request), plan: request.body.plan }),
  )

  http.get(
    '/api/subscription/upcoming',
    {
      config: { access: 'user', requestClass: 'checkout' },
      schema: {
        summary: 'What will be charged next; null for nothing',
        response: { 200: UpcomingCharge },
      },
    },
    async (request) => readUpcomingCharge(ctx, await requireActor(request)),
  )

  http.get(
    '/api/subscription/receipts',
    {
      config: { access: 'user', requestClass: 'checkout' },
      schema: { summary: 'What was paid, newest first', response: { 200: Receipts } },
    },
    async (request) => readReceipts(ctx, (await requireUser(ctx, request)).id),
  )
}
