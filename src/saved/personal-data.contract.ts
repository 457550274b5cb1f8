import { z } from 'zod'

const moment = z.iso.datetime()

/** Saved deals, as part of the personal data export. */
export const SavedData = z.object({
  savedDeals: z.array(
    z.object({
      dealId: z.string(),
      brand: z.string().nullable(),
      salePriceCents: z.int().nullable().describe('When it was saved'),
      endsAt: moment.nullable().describe('The end that was known then'),
      wasEnded: z.boolean(),
      targetCents: z.int().nullable().describe('‘Tell me at’'),
      targetSetAt: moment.nullable(),
      savedAt: moment,
      removedAt: moment.nullable(),
    }),
  ),
  savedFeeds: z.array(z.object({ createdAt: moment })),
})
