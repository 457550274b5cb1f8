import { z } from 'zod'
import { MOST_CHECKED, PRICE_BADGES, PRICE_BASES } from './prices.facts.ts'

const dollars = z
  .number()
  .nullable()
  .describe('US dollars, two decimals; null when it is not known')

/** One observed price. Dollars, basis, day and observer are public; the rest is for members. */
export const ToldPrice = z.object({
  day: z.iso.date(),
  now: dollars,
  was: dollars,
  basis: z.enum(PRICE_BASES),
  by: z.enum(['us', 'curator']).describe('Our own check, or a curator'),
  isSeen: z.boolean().describe('Somebody looked; otherwise it is as stated'),
  at: z.iso.datetime().optional().describe('For members: the minute of our own check'),
  inShop: z.string().optional().describe('For members: the price as it stood there, `EUR 890.00`'),
})
export type ToldPrice = z.infer<typeof ToldPrice>

export const PriceHistory = z.object({
  prices: z.array(ToldPrice).describe('The oldest first'),
  badges: z.array(z.enum(PRICE_BADGES)),
})
export type PriceHistory = z.infer<typeof PriceHistory>

export const CheckedQuery = z.object({
  ids: z
    .string('must be ids of deals, with commas')
    .max(MOST_CHECKED * 13, `must be at most ${MOST_CHECKED} ids`)
    .transform((text) => [...new Set(text.split(',').filter((id) => /^[\w-]{12}$/.test(id)))])
    .describe('Ids of deals, with commas'),
})

/** The time of the last certain look, by deal; deals without one are missing. */
export const Checked = z.object({
  checked: z.record(z.string(), z.iso.datetime()),
  areChecksPaused: z.boolean().describe('Whether we look at no shop’s page just now'),
})
export type Checked = z.infer<typeof Checked>
