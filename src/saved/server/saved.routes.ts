import { requireUser } from '#app/accounts/server/sessions/sessions.ts'
import type { Catalogue } from '#app/deals/server/deals.ts'
import { addressOf } from '#app/deals/server/search/address.ts'
import { readViewer, requireConfirmed } from '#app/membership/server/membership.ts'
import {
  BringBack,
  BroughtBack,
  IsSaved,
  RemovedOver,
  RemoveOverQuery,
  SavedDeals,
  SavedIds,
  SavedParams,
  SavedQuery,
  Target,
} from '#app/saved/saved.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { forbidden } from '#app/server/problem.ts'
import { findSavedIds, hasSaved } from './saved.queries.ts'
import { bringBackOver, listSaved, removeOver, removeSaved, saveDeal, setTarget } from './saved.ts'

export function savedRoutes(http: Http, ctx: AppContext, catalogue: Catalogue) {
  http.get(
    '/api/saved',
    {
      config: { access: 'user' },
      schema: {
        summary: 'What somebody has saved, as they may see it, with the price at which they did',
        querystring: SavedQuery,
        response: { 200: SavedDeals },
      },
    },
    async (request) => {
      const { id: userId } = await requireUser(ctx, request)
      const viewer = await readViewer(ctx, request)
      const { sort, page } = request.query
      const address = addressOf(request)
      return listSaved(ctx, catalogue, { viewer, userId, sort, page, address })
    },
  )

  http.get(
    '/api/saved/ids',
    {
      config: { access: 'user' },
      schema: { summary: 'The ids of everything saved, newest first', response: { 200: SavedIds } },
    },
    async (request) => {
      const { id } = await requireUser(ctx, request)
      return { ids: await findSavedIds(ctx.db, id) }
    },
  )

  http.delete(
    '/api/saved/unlisted',
    {
      config: { access: 'user' },
      schema: {
        summary:
          'Takes off the list, as it is narrowed, all that has ended or is not listed any more',
        querystring: RemoveOverQuery,
        response: { 200: RemovedOver },
      },
    },
    async (request) => {
      const { id: userId } = await requireUser(ctx, request)
      const viewer = await readViewer(ctx, request)
      return removeOver(ctx, { viewer, userId, address: addressOf(request) })
    },
  )

  http.put(
    '/api/saved/unlisted',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Brings back all that was taken off so, as it was; 409 when it is too late',
        body: BringBack,
        response: { 200: BroughtBack },
      },
    },
    async (request) => {
      const { id: userId } = await requireUser(ctx, request)
      return { restored: await bringBackOver(ctx, { userId, at: request.body.at }) }
    },
  )

  http.get(
    '/api/saved/:dealId',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Whether a deal is saved',
        params: SavedParams,
        response: { 200: IsSaved },
      },
    },
    async (request) => {
      const { id } = await requireUser(ctx, request)
      return { isSaved: await hasSaved(ctx.db, { userId: id, dealId: request.params.dealId }) }
    },
  )

  http.put(
    '/api/saved/:dealId',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Saves a deal; harmless when it is saved',
        params: SavedParams,
        response: { 200: IsSaved },
      },
    },
    async (request) => {
      const { userId } = await requireConfirmed(ctx, request)
      await saveDeal(ctx, { userId, dealId: request.params.dealId })
      return { isSaved: true }
    },
  )

  http.put(
    '/api/saved/:dealId/target',
    {
      config: { access: 'user' },
      schema: {
        summary: 'At which price a member wants to be told of a deal that is saved; null for none',
        params: SavedParams,
        body: Target,
        response: { 200: Target },
      },
    },
    async (request) => {
      const viewer = await requireConfirmed(ctx, request)
      if (viewer.class !== 'member') {
        throw forbidden('members-only', 'To be told at a price is for members.')
      }
      const { price } = request.body
      await setTarget(ctx, { userId: viewer.userId, dealId: request.params.dealId, price })
      return { price }
    },
  )

  http.delete(
    '/api/saved/:dealId',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Takes a deal off the list; harmless when it is not there',
        params: SavedParams,
        response: { 200: IsSaved },
      },
    },
    async (request) => {
      const { id: userId } = await requireUser(ctx, request)
      await removeSaved(ctx, { userId, dealId: request.params.dealId })
      return { isSaved: false }
    },
  )
}
