import { z } from 'zod'
import { CURATORS } from '#app/admin/server/roles.ts'
import { requireAdmin } from '#app/admin/server/session/guards.ts'
import {
  CandidateParams,
  Candidates,
  CandidatesBack,
  CandidatesQuery,
  DismissCandidates,
  DismissedCandidates,
  PickCandidates,
  PickedCandidates,
} from '#app/product-feeds/product-feeds.contract.ts'
import { createCandidatePictures } from '#app/product-feeds/server/pool/candidate-pictures.ts'
import { readPool } from '#app/product-feeds/server/pool/pool.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import {
  bringBackCandidatesAsAdmin,
  dismissCandidatesAsAdmin,
  pickCandidatesAsAdmin,
} from './candidates.ts'

/** Safe to cache: each reading of a feed gives its candidates new numbers. */
const PICTURE_HEADERS = {
  'cache-control': 'private, max-age=86400',
  'content-security-policy': "default-src 'none'; sandbox",
}

export function candidatesRoutes(http: Http, ctx: AppContext) {
  const readPicture = createCandidatePictures(ctx)
  http.get(
    '/api/admin/candidates',
    {
      config: CURATORS,
      schema: {
        summary: 'The pool of candidates, searched, narrowed and sorted, paged by key',
        querystring: CandidatesQuery,
        response: { 200: Candidates },
      },
    },
    async (request) => readPool(ctx, request.query),
  )

  http.get(
    '/api/admin/candidates/:candidateId/picture',
    {
      config: CURATORS,
      schema: {
        summary:
          'The first picture of a candidate, small: fetched from its shop when it is looked at',
        params: CandidateParams,
        response: { 200: z.any().describe('image/webp') },
      },
    },
    async (request, reply) => {
      const thumb = await readPicture(request.params.candidateId)
      return reply.headers(PICTURE_HEADERS).type('image/webp').send(thumb)
    },
  )

  http.post(
    '/api/admin/candidates/pick',
    {
      config: CURATORS,
      schema: {
        summary: 'Makes drafts of candidates, and says of which a deal is there already',
        body: PickCandidates,
        response: { 200: PickedCandidates },
      },
    },
    async (request) => pickCandidatesAsAdmin(ctx, await requireAdmin(ctx, request), request.body),
  )

  http.post(
    '/api/admin/candidates/dismiss',
    {
      config: CURATORS,
      schema: {
        summary:
          'Says of candidates that they are not for us: they stay out of the pool until brought back',
        body: DismissCandidates,
        response: { 200: DismissedCandidates },
      },
    },
    async (request) =>
      dismissCandidatesAsAdmin(ctx, await requireAdmin(ctx, request), request.body.ids),
  )

  http.post(
    '/api/admin/candidates/bring-back',
    {
      config: CURATORS,
      schema: {
        summary: 'Brings candidates that were dismissed back into the pool',
        body: DismissCandidates,
        response: { 200: CandidatesBack },
      },
    },
    async (request) =>
      bringBackCandidatesAsAdmin(ctx, await requireAdmin(ctx, request), request.body.ids),
  )
}
