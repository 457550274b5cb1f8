import { z } from 'zod'

/**
 * A deal as one viewer may see it. `productName`, `buyUrl`, `domain` and `retailer` are what
 * members pay for: they are there when `isAccessible` is true and absent otherwise.
 */
export const Deal = z.object({
  id: z.string(),
  brandName: z.string(),
  productName: z.string().optional(),
  /** Dollars with two decimals; null when unknown. */
  originalPrice: z.number().nullable(),
  salePrice: z.number().nullable(),
  /** Percent off with one decimal; null while a price is unknown. */
  discount: z.number().nullable(),
  buyUrl: z.string().optional(),
  domain: z.string().optional(),
  retailer: z.string().optional(),
  /** Keys under `ndc-images/`. */
  images: z.array(z.string()),
  dealCardImageUrl: z.string().nullable(),
  /** The colour of the picture's place until it has loaded, as #rrggbb. */
  imagePlaceholder: z.string().nullable(),
  isAccessible: z.boolean(),
  isPreview: z.boolean(),
  isPublished: z.boolean(),
  showInSplash: z.boolean(),
  carouselAssignment: z.int(),
  createdAt: z.iso.datetime(),
})
export type Deal = z.infer<typeof Deal>

export const Deals = z.array(Deal)

export const DealsPage = z.object({
  deals: z.array(Deal),
  pagination: z.object({
    currentPage: z.int(),
    totalPages: z.int(),
    totalDeals: z.int(),
    hasNextPage: z.boolean(),
  }),
})
export type DealsPage = z.infer<typeof DealsPage>

/** A whole number written plainly, once: no signs, exponents or lists. */
function wholeNumber(from: number, to: number) {
  const message = `must be a whole number from ${from} to ${to}`
  return z
    .string(message)
    .regex(/^\d{1,7}$/, message)
    .transform(Number)
    .refine((value) => value >= from && value <= to, message)
}

export const FeedQuery = z.object({
  page: wholeNumber(1, 1_000_000).default(1),
  limit: wholeNumber(1, 48).default(12),
})

export const DealParams = z.object({ dealId: z.string() })
export const CarouselParams = z.object({ carouselId: wholeNumber(1, 5) })
