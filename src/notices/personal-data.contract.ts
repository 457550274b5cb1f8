import { z } from 'zod'

const moment = z.iso.datetime()

/** Notices and alerts, as part of the personal data export. */
export const NoticesData = z.object({
  notices: z.array(
    z.object({
      kind: z.string(),
      dealId: z.string().nullable(),
      brand: z.string().nullable(),
      facts: z.record(z.string(), z.unknown()),
      happenedAt: moment,
      readAt: moment.nullable(),
    }),
  ),
  toldDeals: z.array(
    z.object({
      dealId: z.string(),
      toldOn: z.string(),
      restsUntil: moment.nullable(),
      priceCents: z.int().nullable(),
      endsAt: moment.nullable(),
      isGone: z.boolean(),
      targetToldAt: moment.nullable(),
      backToldAt: moment.nullable(),
    }),
  ),
  waitingAlerts: z.array(
    z.object({ way: z.string(), dueAt: moment, noticeIds: z.array(z.int()), beganAt: moment }),
  ),
  pushDevices: z.array(
    z.object({
      browser: z.string().nullable(),
      system: z.string().nullable(),
      timeZone: z.string(),
      createdAt: moment,
      lastSentAt: moment.nullable(),
    }),
  ),
})
