import { z } from 'zod'
import { CLUB_SWITCHES, LONGEST_WHY, SHORTEST_WHY } from './switches.facts.ts'

export const Switches = z.object({
  switches: z.array(
    z.object({
      name: z.enum(CLUB_SWITCHES),
      isOn: z.boolean(),
      isConfigured: z
        .boolean()
        .describe('False where the settings have it off whatever is said here'),
      offSince: z.iso.datetime().nullable(),
      offBy: z.string().nullable(),
      why: z.string().nullable(),
    }),
  ),
})
export type Switches = z.infer<typeof Switches>

export const SwitchParams = z.object({ name: z.enum(CLUB_SWITCHES) })
export const TurnSwitch = z.object({
  isOn: z.boolean(),
  why: z.string().trim().min(SHORTEST_WHY, 'Say why').max(LONGEST_WHY).describe('For the audit'),
})
export type TurnSwitch = z.infer<typeof TurnSwitch>
