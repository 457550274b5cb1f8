import { z } from 'zod'

const moment = z.iso.datetime()

/** What a person did and what marketing was told about it, as part of the personal data export. */
export const TrackingData = z.object({
  clicks: z.array(
    z.object({
      dealId: z.string(),
      brand: z.string().nullable(),
      clickType: z.string(),
      kind: z.string(),
      clickedAt: moment,
    }),
  ),
  trips: z.array(
    z.object({
      number: z.string(),
      dealId: z.string(),
      brandId: z.string().nullable(),
      brand: z.string().nullable(),
      madeAt: moment,
      wasCents: z.int().nullable().describe('As it was shown then, as all that follows'),
      nowCents: z.int().nullable(),
      basis: z.string(),
      isProven: z.boolean(),
      travels: z.boolean().describe('Whether its number went along in the link'),
    }),
  ),
  events: z.array(
    z.object({
      type: z.string(),
      data: z.record(z.string(), z.unknown()),
      happenedAt: moment,
    }),
  ),
  marketing: z.array(
    z.object({
      eventName: z.string(),
      eventId: z.string(),
      consentId: z.string(),
      payload: z.record(z.string(), z.unknown()),
      state: z.string(),
      happenedAt: moment,
      finishedAt: moment.nullable(),
    }),
  ),
})
