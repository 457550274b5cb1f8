import { CURATORS } from '#app/admin/server/roles.ts'
import { requireAdmin } from '#app/admin/server/session/guards.ts'
import {
  ChangeLink,
  DealsMade,
  LinkParams,
  MakeDeals,
  Pasted,
  PastedLinks,
  PasteLinks,
  RemoveLinks,
} from '#app/links/links.contract.ts'
import { readLinks } from '#app/links/server/links.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import {
  changeLinkAsAdmin,
  fetchLinkPictures,
  makeDealsAsAdmin,
  pasteAsAdmin,
  readLinkAgain,
  removeLinksAsAdmin,
} from './links.ts'

/** Enough for a hundred of the longest links. */
const LONGEST_BODY = 512 * 1024

/** Routes from pasted links to draft deals. */
export function linksRoutes(http: Http, ctx: AppContext) {
  http.get(
    '/api/admin/links',
    {
      config: CURATORS,
      schema: {
        summary: 'Links that were pasted: what stands on each page, and which deals are like it',
        response: { 200: PastedLinks },
      },
    },
    async () => readLinks(ctx),
  )

  http.post(
    '/api/admin/links',
    {
      config: CURATORS,
      bodyLimit: LONGEST_BODY,
      schema: {
        summary: 'Takes links, one a line: their pages are read as their shops allow',
        body: PasteLinks,
        response: { 200: Pasted },
      },
    },
    async (request) => pasteAsAdmin(ctx, await requireAdmin(ctx, request), request.body.text),
  )

  http.post(
    '/api/admin/links/make',
    {
      config: CURATORS,
      schema: {
        summary:
          'Makes drafts of deals, in the edition of a day; what is like another only when sure',
        body: MakeDeals,
        response: { 200: DealsMade },
      },
    },
    async (request) => makeDealsAsAdmin(ctx, await requireAdmin(ctx, request), request.body),
  )

  http.post(
    '/api/admin/links/remove',
    {
      config: CURATORS,
      schema: {
        summary: 'Takes links away of which no deal was made',
        body: RemoveLinks,
        response: { 200: PastedLinks },
      },
    },
    async (request) => removeLinksAsAdmin(ctx, await requireAdmin(ctx, request), request.body.ids),
  )

  http.patch(
    '/api/admin/links/:linkId',
    {
      config: CURATORS,
      schema: {
        summary: 'Changes what is said of a link; 409 where somebody else has done so since',
        params: LinkParams,
        body: ChangeLink,
        response: { 200: PastedLinks },
      },
    },
    async (request) =>
      changeLinkAsAdmin(ctx, await requireAdmin(ctx, request), request.params.linkId, request.body),
  )

  http.post(
    '/api/admin/links/:linkId/again',
    {
      config: CURATORS,
      schema: {
        summary: 'Has a page read once more',
        params: LinkParams,
        response: { 200: PastedLinks },
      },
    },
    async (request) => readLinkAgain(ctx, await requireAdmin(ctx, request), request.params.linkId),
  )

  http.post(
    '/api/admin/links/:linkId/pictures',
    {
      config: CURATORS,
      schema: {
        summary: 'Fetches the other pictures that a page offers',
        params: LinkParams,
        response: { 200: PastedLinks },
      },
    },
    async (request) =>
      fetchLinkPictures(ctx, await requireAdmin(ctx, request), request.params.linkId),
  )
}
