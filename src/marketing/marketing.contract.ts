import { z } from 'zod'

export const Testimonial = z.object({
  id: z.string(),
  image: z.string().nullable().describe('Key of a picture, as in the deals'),
  imagePlaceholder: z.string().nullable(),
  title: z.string(),
  description: z.string(),
  name: z.string(),
  location: z.string(),
  isSample: z.boolean().describe('Nobody said it: it shows what one looks like'),
})
export type Testimonial = z.infer<typeof Testimonial>

/** What the front page shows besides deals. */
export const FrontPage = z.object({
  testimonials: z.array(Testimonial).describe('Samples only where the configuration allows it'),
  brands: z.array(z.string()).describe('Brands of the feed whose names are drawn'),
})
export type FrontPage = z.infer<typeof FrontPage>
