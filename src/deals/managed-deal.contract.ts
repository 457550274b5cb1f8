import { z } from 'zod'
import { Deal } from './deals.contract.ts'
import { LIFE_STATES } from './life.facts.ts'

/** A deal as the back office sees it: whole, published or not. */
export const ManagedDeal = Deal.extend({
  brandName: z.string().describe('Empty while a draft has none'),
  productName: z.string(),
  buyUrl: z.string(),
  domain: z.string(),
  retailer: z.string(),
  createdDay: z.iso.date().describe('The business day in Toronto on which it was entered'),
  publishedAt: z.iso.datetime().nullable(),
  state: z.enum(LIFE_STATES),
  startsAt: z.iso.datetime().nullable().describe('When it comes out by itself, or came out'),
  version: z.int().describe('Raised by every change of what the edit dialog shows'),
  importId: z.string().nullable(),
  unread: z
    .record(z.string(), z.string())
    .describe('Words of a sheet that were not understood, by the field they are for'),
  gtin: z.string().nullable().describe('With fourteen digits; shorter ones after zeros'),
  styleNumber: z.string().nullable().describe('By which its maker knows the piece'),
  clicks: z.int().describe('Ways out that count, since the beginning'),
})
export type ManagedDeal = z.infer<typeof ManagedDeal>
