import { z } from 'zod'

/** The push subscription that a browser returns. */
export const NewPushDevice = z.object({
  endpoint: z.string().max(1000).describe('Where the browser takes messages'),
  keys: z.object({
    p256dh: z.string().regex(/^[\w-]{87}=?$/, 'is not a key'),
    auth: z.string().regex(/^[\w-]{22}(==)?$/, 'is not a secret'),
  }),
  timeZone: z.string().max(64).describe('Of the clock by which its nights are quiet'),
})
export type NewPushDevice = z.infer<typeof NewPushDevice>

export const PushDevice = z.object({
  id: z.string(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  addedAt: z.iso.datetime(),
  lastSentAt: z.iso.datetime().nullable(),
  isThis: z.boolean().describe('Of the session that asks'),
})
export type PushDevice = z.infer<typeof PushDevice>

export const PushDevices = z.object({
  publicKey: z.string().describe('By which browsers know messages of ours'),
  isStandIn: z.boolean().describe('No browser is asked: the push service is played here'),
  devices: z.array(PushDevice),
})
export type PushDevices = z.infer<typeof PushDevices>

export const PushDeviceParams = z.object({ deviceId: z.string().max(64) })
