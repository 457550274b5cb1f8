import { z } from 'zod'
import { LAST_CAROUSEL, LONGEST_CAROUSEL_TITLE } from './deals.facts.ts'

const number = z.int().min(1).max(LAST_CAROUSEL)

/** The visible carousels, in order; the deals of each are at `/api/deals/carousel/{n}`. */
export const ShownCarousels = z.array(z.object({ number, title: z.string() }))
export type ShownCarousels = z.infer<typeof ShownCarousels>

/** Every carousel with its settings, in display order. */
export const ManagedCarousels = z.array(
  z.object({
    number,
    title: z.string(),
    isOn: z.boolean(),
    deals: z.int().describe('Published ones that are in it now'),
  }),
)
export type ManagedCarousels = z.infer<typeof ManagedCarousels>
export type ManagedCarousel = ManagedCarousels[number]

export const ChangeCarousel = z
  .strictObject({
    title: z
      .string()
      .trim()
      .max(LONGEST_CAROUSEL_TITLE, `At most ${LONGEST_CAROUSEL_TITLE} characters.`),
    isOn: z.boolean(),
  })
  .partial()
export type ChangeCarousel = z.infer<typeof ChangeCarousel>

export const OrderCarousels = z.strictObject({
  numbers: z
    .array(number)
    .length(LAST_CAROUSEL)
    .refine((all) => new Set(all).size === all.length, 'Each of them once.'),
})
export type OrderCarousels = z.infer<typeof OrderCarousels>
