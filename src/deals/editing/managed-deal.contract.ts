import { z } from 'zod'
import { Deal, FocusPoint } from '#app/deals/deals.contract.ts'
import { LIFE_STATES } from '#app/deals/life.facts.ts'
import { PRICE_BASES } from '#app/deals/prices/prices.facts.ts'
import { LOST_FOR } from './picture-notes.facts.ts'

/** A picture of a deal and its metadata. */
const ManagedPicture = z.object({
  key: z.string().describe('Under /ndc-images/'),
  alternative: z.string().describe('What it shows; empty while nobody has said'),
  focus: FocusPoint.nullable(),
  isKept: z.boolean().describe('Said to be another than one that looks the same'),
  likeness: z.string().nullable().describe('How it looks, coarsely; null while nobody has looked'),
  fault: z.enum(LOST_FOR).nullable().describe('Why it does not load, as the last sweep found'),
})
export type ManagedPicture = z.infer<typeof ManagedPicture>

/** A deal as the back office sees it: complete, published or not. */
export const ManagedDeal = Deal.extend({
  brandName: z.string().describe('Empty while a draft has none'),
  productName: z.string(),
  buyUrl: z.string(),
  domain: z.string(),
  originalPrice: z.number().nullable().describe('As stated, whatever it rests on'),
  retailer: z.string(),
  currency: z.string().describe('In which it is sold; three letters'),
  foreignWas: z.number().nullable().describe('As it stands at the shop, where that is not dollars'),
  foreignNow: z.number().nullable(),
  rateDay: z
    .string()
    .nullable()
    .describe('Of the rate by which the dollars were made; null for dollars, and without a rate'),
  basis: z.enum(PRICE_BASES).describe('What `originalPrice` rests on, as stated'),
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
  pictures: z.array(ManagedPicture).describe('All of them, in their order: the card’s first'),
  clicks: z.int().describe('Ways out that count, since the beginning'),
})
export type ManagedDeal = z.infer<typeof ManagedDeal>
