import { z } from 'zod'
import { wholeNumber } from './deals.contract.ts'
import { LAST_PAGE, LONGEST_LINK, LONGEST_NAME } from './deals.facts.ts'
import { DUTIES, LONGEST_NETWORK, REGISTRY_GAPS } from './registry.facts.ts'

const dollars = z.number().nullable()

/** A retailer's delivery terms; null for what nobody has read. */
export const Delivery = z.object({
  shipsTo: z.array(z.string()).describe('Countries by their two letters, in order'),
  cost: dollars.describe('US dollars; 0 where it is free'),
  freeFrom: dollars.describe('What has to be bought for delivery to be free, in US dollars'),
  duties: z.enum(DUTIES).nullable(),
  returnDays: z.int().nullable().describe('0 where nothing is taken back'),
  asOf: z.iso.date().nullable().describe('The business day on which somebody read all this'),
})
export type Delivery = z.infer<typeof Delivery>

/** A retailer as the back office sees it. */
export const ManagedRetailer = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  domain: z.string(),
  deals: z.int().describe('Living ones'),
  linkTemplate: z.string().nullable(),
  network: z.string().nullable(),
  subIdParameter: z.string().nullable(),
  commission: z.number().nullable().describe('Percent, two decimals'),
  isNeverChecked: z.boolean(),
  delivery: Delivery,
  example: z.string().describe('Where a click leads, with a number that stands for any'),
  version: z.int(),
})
export type ManagedRetailer = z.infer<typeof ManagedRetailer>

export const RetailersQuery = z.object({
  q: z.string().trim().max(LONGEST_NAME).optional().describe('Occurs in name or domain'),
  lacks: z.enum(REGISTRY_GAPS).optional(),
  page: wholeNumber(1, LAST_PAGE).default(1),
})
export type RetailersQuery = z.infer<typeof RetailersQuery>

/** Sorted by number of living deals, most first. */
export const ManagedRetailers = z.object({
  retailers: z.array(ManagedRetailer),
  total: z.int(),
  pages: z.int(),
})
export type ManagedRetailers = z.infer<typeof ManagedRetailers>

export const RetailerParams = z.object({ retailerId: z.string().max(LONGEST_NAME) })

const typed = z.string().max(LONGEST_LINK)

/** Values as typed, so that every problem is worded in one place; empty means unknown. */
export const ChangeRetailer = z.strictObject({
  version: z.int().describe('The one it was read at: 409 when somebody else has changed it since'),
  linkTemplate: typed
    .optional()
    .describe('https, with `{url}` where the address of the piece goes'),
  network: z.string().max(LONGEST_NETWORK).optional(),
  subIdParameter: typed.optional().describe('The parameter that carries the trip’s number'),
  commission: typed.optional().describe('Percent'),
  isNeverChecked: z.boolean().optional(),
  shipsTo: typed.optional().describe('Countries, by letters or name, with commas'),
  cost: typed.optional(),
  freeFrom: typed.optional(),
  duties: z.enum(['', ...DUTIES]).optional(),
  returnDays: typed.optional(),
  asOf: typed.optional().describe('Today where nothing is said and the terms are others'),
})
export type ChangeRetailer = z.infer<typeof ChangeRetailer>
