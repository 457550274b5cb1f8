import { z } from 'zod'

/** Exchange rates as uploaded by administrators, and the deals that wait for a rate. */
export const ManagedRates = z.object({
  rates: z
    .array(
      z.object({
        currency: z.string(),
        day: z.iso.date().describe('From which it counts'),
        dollars: z.number().describe('For one of it'),
        toldBy: z.string(),
        toldAt: z.iso.datetime(),
        standing: z
          .enum(['counts', 'replaced', 'too-old'])
          .describe('Whether prices of today are made by it'),
      }),
    )
    .describe('The newest of each currency first'),
  waiting: z
    .array(z.object({ currency: z.string(), deals: z.int() }))
    .describe('Deals without a rate: they cannot be published'),
  today: z.iso.date(),
})
export type ManagedRates = z.infer<typeof ManagedRates>

export const RateProblem = z.object({
  row: z.int(),
  column: z.string(),
  value: z.string(),
  reason: z.string(),
  isDoubt: z.boolean().describe('True for what a person may say is right all the same'),
})
export type RateProblem = z.infer<typeof RateProblem>

/** The result of an upload; when there is any problem, nothing was stored. */
export const RatesTaken = z.object({
  taken: z.int(),
  priced: z.int().describe('Deals that had waited and have their dollars now'),
  problems: z.array(RateProblem),
  notes: z.array(z.string()),
  desk: ManagedRates,
})
export type RatesTaken = z.infer<typeof RatesTaken>
