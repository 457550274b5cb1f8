import { z } from 'zod'
import { CLUB_SWITCHES } from '#app/admin/operations/switches.facts.ts'
import { WAITING_KINDS } from './this-morning.facts.ts'

export const Morning = z.object({
  today: z.iso.date(),
  tomorrow: z.iso.date(),
  edition: z
    .object({
      scheduled: z.int().describe('Deals of tomorrow that have their hour'),
      drafts: z.int().describe('Deals of tomorrow that have none yet'),
      promised: z.int().describe('Deals a day that the club promises'),
    })
    .nullable()
    .describe('Null for who does not make editions'),
  waiting: z
    .array(
      z.object({
        kind: z.enum(WAITING_KINDS),
        count: z.int().positive(),
        since: z.iso.datetime().nullable().describe('Of the oldest, where that is known'),
        held: z.int().describe('Of mails: how many wait for a person to say whether they go out'),
        importId: z.string().nullable().describe('Of sheets: the one that it is'),
      }),
    )
    .describe('What the asker may act on, and only what there is'),
  off: z
    .array(
      z.object({
        name: z.enum(CLUB_SWITCHES),
        since: z.iso.datetime(),
        why: z.string(),
        path: z.string().nullable().describe('Where it is turned on again; null for who may not'),
      }),
    )
    .describe('Switches that somebody has turned off'),
})
export type Morning = z.infer<typeof Morning>
