import { requireUser } from '#app/accounts/server/sessions/sessions.ts'
import type { Catalogue } from '#app/deals/server/deals.ts'
import {
  BrandsQuery,
  Declined,
  DeclinedParams,
  Fit,
  ForYou,
  ForYouQuery,
  FoundBrands,
  Setup,
  SetupDone,
  SetupWish,
} from '#app/follows/follows.contract.ts'
import { FIT_DAYS } from '#app/follows/follows.facts.ts'
import { requireConfirmed } from '#app/membership/server/membership.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { createForYou, declineDeal, undoDecline } from './for-you.ts'
import { countFit, findBrands, noteOffered, readSetup, saveSetup } from './setup.ts'

export function forYouRoutes(http: Http, ctx: AppContext, catalogue: Catalogue) {
  const forYou = createForYou(ctx, catalogue)

  http.get(
    '/api/for-you',
    {
      config: { access: 'user' },
      schema: {
        summary: 'The deals of the last days that are for somebody, each with why, the best first',
        querystring: ForYouQuery,
        response: { 200: ForYou },
      },
    },
    async (request) => forYou.listForYou(await requireConfirmed(ctx, request), request.query),
  )

  http.put(
    '/api/for-you/declined/:dealId',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Takes a deal away from somebody; harmless when it is away',
        params: DeclinedParams,
        response: { 200: Declined },
      },
    },
    async (request) => {
      const { userId } = await requireConfirmed(ctx, request)
      await declineDeal(ctx, { userId, dealId: request.params.dealId })
      return { isDeclined: true }
    },
  )

  http.delete(
    '/api/for-you/declined/:dealId',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Brings back a deal that was taken away; harmless when it was not',
        params: DeclinedParams,
        response: { 200: Declined },
      },
    },
    async (request) => {
      const { id: userId } = await requireUser(ctx, request)
      await undoDecline(ctx, { userId, dealId: request.params.dealId })
      return { isDeclined: false }
    },
  )

  http.get(
    '/api/for-you/setup',
    {
      config: { access: 'user' },
      schema: {
        summary: 'What somebody has said they want, and the brands that are seen most',
        response: { 200: Setup },
      },
    },
    async (request) => readSetup(ctx, forYou, (await requireUser(ctx, request)).id),
  )

  http.get(
    '/api/for-you/brands',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Brands whose name is like what was typed',
        querystring: BrandsQuery,
        response: { 200: FoundBrands },
      },
    },
    async (request) => ({ brands: await findBrands(ctx, request.query.q) }),
  )

  http.put(
    '/api/for-you/setup',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Keeps what somebody wants, in place of what they said before',
        body: SetupWish,
        response: { 200: SetupDone },
      },
    },
    async (request) => {
      const { userId } = await requireConfirmed(ctx, request)
      await saveSetup(ctx, { userId, wish: request.body })
      return { success: true as const }
    },
  )

  http.post(
    '/api/for-you/fit',
    {
      config: { access: 'user' },
      schema: {
        summary: `How many deals of the last ${FIT_DAYS} days would be for whoever says this`,
        body: SetupWish,
        response: { 200: Fit },
      },
    },
    async (request) => {
      const { userId } = await requireConfirmed(ctx, request)
      return countFit(ctx, forYou, { userId, wish: request.body })
    },
  )

  http.post(
    '/api/for-you/offered',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Notes that the set-up was offered, so that it is not offered once more',
        response: { 200: SetupDone },
      },
    },
    async (request) => {
      await noteOffered(ctx, (await requireUser(ctx, request)).id)
      return { success: true as const }
    },
  )
}
