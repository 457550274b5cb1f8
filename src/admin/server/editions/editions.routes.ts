import {
  BoardParams,
  CalendarQuery,
  DealsOfEdition,
  DraftsQuery,
  EditionBoard,
  EditionCalendar,
  EditionChanged,
  EditionDrafts,
  EditionMoved,
  EditionScheduled,
  MoveInEdition,
  PutIntoEdition,
  SayAlternatives,
  ScheduleEdition,
} from '#app/admin/editions/editions.contract.ts'
import { CURATORS, CURATORS_AND_ANALYSTS } from '#app/admin/server/roles.ts'
import { requireAdmin } from '#app/admin/server/session/guards.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import {
  confirmPricesAsAdmin,
  moveInEditionAsAdmin,
  putIntoEditionAsAdmin,
  readCalendar,
  readDrafts,
  readEditionBoard,
  sayAlternativesAsAdmin,
  scheduleEditionAsAdmin,
  takeOutOfEditionAsAdmin,
  unscheduleEditionAsAdmin,
} from './editions.ts'

/** Enough for the texts of the largest edition, each of the greatest length. */
const LONGEST_TEXTS = 512 * 1024

export function editionsRoutes(http: Http, ctx: AppContext) {
  http.get(
    '/api/admin/editions',
    {
      config: CURATORS_AND_ANALYSTS,
      schema: {
        summary: 'A month of editions: what is out, what waits, and what lacks something',
        querystring: CalendarQuery,
        response: { 200: EditionCalendar },
      },
    },
    async (request) => readCalendar(ctx, request.query.month),
  )

  http.get(
    '/api/admin/editions/:day',
    {
      config: CURATORS_AND_ANALYSTS,
      schema: {
        summary: 'The deals of a day in the order in which members will see them',
        params: BoardParams,
        response: { 200: EditionBoard },
      },
    },
    async (request) => readEditionBoard(ctx, request.params.day),
  )

  http.get(
    '/api/admin/editions/drafts',
    {
      config: CURATORS_AND_ANALYSTS,
      schema: {
        summary: 'Drafts that are in no coming edition, the newest first',
        querystring: DraftsQuery,
        response: { 200: EditionDrafts },
      },
    },
    async (request) => readDrafts(ctx, request.query),
  )

  http.post(
    '/api/admin/editions/:day/deals',
    {
      config: CURATORS,
      schema: {
        summary: 'Puts drafts into an edition',
        params: BoardParams,
        body: PutIntoEdition,
        response: { 200: EditionChanged },
      },
    },
    async (request) =>
      putIntoEditionAsAdmin(
        ctx,
        await requireAdmin(ctx, request),
        request.params.day,
        request.body,
      ),
  )

  http.post(
    '/api/admin/editions/:day/out',
    {
      config: CURATORS,
      schema: {
        summary: 'Takes deals out of an edition; those that were scheduled are drafts again',
        params: BoardParams,
        body: DealsOfEdition,
        response: { 200: EditionChanged },
      },
    },
    async (request) =>
      takeOutOfEditionAsAdmin(
        ctx,
        await requireAdmin(ctx, request),
        request.params.day,
        request.body,
      ),
  )

  http.post(
    '/api/admin/editions/:day/moves',
    {
      config: CURATORS,
      schema: {
        summary: 'Moves a deal behind another; 409 when somebody has moved it meanwhile',
        params: BoardParams,
        body: MoveInEdition,
        response: { 200: EditionMoved },
      },
    },
    async (request) =>
      moveInEditionAsAdmin(ctx, await requireAdmin(ctx, request), request.params.day, request.body),
  )

  http.post(
    '/api/admin/editions/:day/schedule',
    {
      config: CURATORS,
      schema: {
        summary: 'Has deals of an edition go out by themselves, to the minute in Toronto',
        params: BoardParams,
        body: ScheduleEdition,
        response: { 200: EditionScheduled },
      },
    },
    async (request) =>
      scheduleEditionAsAdmin(
        ctx,
        await requireAdmin(ctx, request),
        request.params.day,
        request.body,
      ),
  )

  http.post(
    '/api/admin/editions/:day/unschedule',
    {
      config: CURATORS,
      schema: {
        summary: 'A change of mind: they stay in the edition, as drafts',
        params: BoardParams,
        body: DealsOfEdition,
        response: { 200: EditionChanged },
      },
    },
    async (request) =>
      unscheduleEditionAsAdmin(
        ctx,
        await requireAdmin(ctx, request),
        request.params.day,
        request.body,
      ),
  )

  http.post(
    '/api/admin/deals/alternative-texts',
    {
      config: CURATORS,
      bodyLimit: LONGEST_TEXTS,
      schema: {
        summary: 'Says what pictures show of which nobody has said it; each by itself',
        body: SayAlternatives,
        response: { 200: EditionChanged },
      },
    },
    async (request) => sayAlternativesAsAdmin(ctx, await requireAdmin(ctx, request), request.body),
  )

  http.post(
    '/api/admin/deals/prices-seen',
    {
      config: CURATORS,
      schema: {
        summary:
          'Somebody has seen on retailers’ pages today that prices are as they say; each by itself',
        body: DealsOfEdition,
        response: { 200: EditionChanged },
      },
    },
    async (request) => confirmPricesAsAdmin(ctx, await requireAdmin(ctx, request), request.body),
  )
}
