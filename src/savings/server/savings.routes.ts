import { z } from 'zod'
import { requireUser } from '#app/accounts/server/sessions/sessions.ts'
import type { Catalogue } from '#app/deals/server/deals.ts'
import { readViewer } from '#app/membership/server/membership.ts'
import {
  AnswerKept,
  BoughtWithoutTrip,
  Savings,
  SavingsQuery,
  TripAnswer,
  TripParams,
  WithoutTripParams,
} from '#app/savings/savings.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import { sendCsv } from '#app/server/csv.ts'
import type { Http } from '#app/server/http/http.ts'
import { businessDay } from '#app/shared/dates.ts'
import { answerTrip, recordWithoutTrip } from './answers.ts'
import { readSavings, savingsAsCsv } from './savings.ts'

export function savingsRoutes(http: Http, ctx: AppContext, catalogue: Catalogue) {
  http.get(
    '/api/savings',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Somebody’s trips, what became of each, and all their totals',
        querystring: SavingsQuery,
        response: { 200: Savings },
      },
    },
    async (request) => {
      const { id: userId } = await requireUser(ctx, request)
      const viewer = await readViewer(ctx, request)
      return readSavings(ctx, catalogue, { viewer, userId, ...request.query })
    },
  )

  http.get(
    '/api/savings/csv',
    {
      config: { access: 'user' },
      schema: {
        summary: 'All of them for a spreadsheet program',
        response: { 200: z.any().describe('text/csv') },
      },
    },
    async (request, reply) => {
      const { id: userId } = await requireUser(ctx, request)
      return sendCsv(reply, `savings-${businessDay(ctx.now())}`, savingsAsCsv(ctx, userId))
    },
  )

  http.put(
    '/api/savings/trips/:number',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Says what became of a trip: bought, not bought, or returned',
        params: TripParams,
        body: TripAnswer,
        response: { 200: AnswerKept },
      },
    },
    async (request) => {
      const { id: userId } = await requireUser(ctx, request)
      const { number } = request.params
      await answerTrip(ctx, { userId, number, answer: request.body })
      return { success: true as const }
    },
  )

  http.put(
    '/api/savings/deals/:dealId',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Keeps what was bought without a trip; it counts nought',
        params: WithoutTripParams,
        body: BoughtWithoutTrip,
        response: { 200: AnswerKept },
      },
    },
    async (request) => {
      const { id: userId } = await requireUser(ctx, request)
      await recordWithoutTrip(ctx, { userId, ...request.params, ...request.body })
      return { success: true as const }
    },
  )
}
