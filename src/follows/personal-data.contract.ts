import { z } from 'zod'

const moment = z.iso.datetime()

/** Follows and the choices of the setup, as part of the personal data export. */
export const FollowsData = z.object({
  follows: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      value: z.string(),
      brand: z.string().nullable(),
      isHidden: z.boolean().describe('Left out, and not followed'),
      isForMembers: z.boolean(),
      createdAt: moment,
    }),
  ),
  forYouSetups: z.array(
    z.object({
      departments: z.array(z.string()),
      sizeKeys: z.array(z.string()),
      ceilings: z.record(z.string(), z.int()).describe('Cents, by category'),
      offeredAt: moment.nullable(),
      setUpAt: moment.nullable(),
    }),
  ),
  declinedDeals: z.array(
    z.object({ dealId: z.string(), brand: z.string().nullable(), declinedAt: moment }),
  ),
})
