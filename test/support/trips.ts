import type { Insertable } from 'kysely'
import type { Tables } from '#app/db/tables.ts'
import type { AppContext } from '#app/server/context.ts'
import { newTripNumber } from '#app/tracking/server/trip-number.ts'

export type TripDraft = Partial<Insertable<Tables['trips']>>

/** Creates a trip to a deal at $250, proven to have cost $400 before; returns its number. */
export async function createTrip(
  ctx: AppContext,
  draft: TripDraft & { dealId: string },
): Promise<string> {
  const number = newTripNumber()
  const deal = await ctx.db
    .selectFrom('deals')
    .select(['brandId', 'retailerId'])
    .where('id', '=', draft.dealId)
    .executeTakeFirst()
  await ctx.db
    .insertInto('trips')
    .values({
      number,
      userId: null,
      brandId: deal?.brandId ?? null,
      retailerId: deal?.retailerId ?? null,
      madeAt: ctx.now(),
      wasCents: 40_000,
      nowCents: 25_000,
      basis: 'retailer',
      isProven: true,
      travels: true,
      ...draft,
    })
    .execute()
  return number
}
