import { z } from 'zod'

const moment = z.iso.datetime()

/** Purchases, as part of the personal data export. */
export const SavingsData = z.object({
  ledgerRows: z.array(
    z.object({
      id: z.string(),
      tripNumber: z.string().nullable(),
      dealId: z.string(),
      brand: z.string().nullable(),
      state: z.string(),
      boughtOn: z.string(),
      paidCents: z.int().nullable(),
      savingCents: z.int(),
      noughtWhy: z.string().nullable(),
      waitsFor: z.string().nullable(),
      reason: z.string().nullable(),
      said: z.string().nullable(),
      saidPaidCents: z.int().nullable(),
      saidOn: z.string().nullable(),
      saidAt: moment.nullable(),
      decided: z.string().nullable(),
      decidedCents: z.int().nullable(),
      decidedWhy: z.string().nullable(),
      decidedAt: moment.nullable(),
      changes: z.array(
        z.object({
          happenedAt: z.string(),
          madeBy: z.string(),
          what: z.string(),
          before: z.record(z.string(), z.unknown()).nullable(),
          after: z.record(z.string(), z.unknown()),
        }),
      ),
    }),
  ),
})
