import { z } from 'zod'
import { SETUP_PARTS, SETUP_STATES } from './setup.facts.ts'

export const SetupCheck = z.object({
  checkedAt: z.iso.datetime(),
  lines: z.array(
    z.object({
      part: z.enum(SETUP_PARTS),
      state: z.enum(SETUP_STATES),
      says: z.string(),
      todo: z.string().describe('Empty where nothing has to be done'),
    }),
  ),
  letterTo: z
    .string()
    .nullable()
    .describe(
      'Where a letter to oneself goes; null for who has no address here and has to say one',
    ),
})
export type SetupCheck = z.infer<typeof SetupCheck>

export const SendSetupLetter = z.object({
  to: z.email('is not an address').max(254).optional().describe('For who has no account here'),
})
export type SendSetupLetter = z.infer<typeof SendSetupLetter>
