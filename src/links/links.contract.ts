import { z } from 'zod'
import {
  LINK_ANSWERS,
  LINK_FIELDS,
  LINK_NOTES,
  LINK_SOURCES,
  LONGEST_PASTE,
  MOST_LINKS,
  SAME_BY,
} from './links.facts.ts'

const Texts = z.partialRecord(z.enum(LINK_FIELDS), z.string().max(2000))

/** An existing deal, or another open link, that a new link is compared with. */
export const SameDeal = z.object({
  by: z.enum(SAME_BY),
  /** Null for another link of the page. */
  dealId: z.string().nullable(),
  linkId: z.string().nullable(),
  title: z.string(),
  price: z.string(),
  retailer: z.string(),
  state: z.string(),
  day: z.iso.date(),
  picture: z.string().nullable(),
})
export type SameDeal = z.infer<typeof SameDeal>

export const PastedLink = z.object({
  id: z.string(),
  pasted: z.string(),
  url: z.string().nullable(),
  host: z.string().nullable(),
  state: z.enum(['waiting', 'read', 'unread', 'made']),
  answer: z.enum(LINK_ANSWERS).nullable(),
  notes: z.array(z.enum(LINK_NOTES)),
  draft: Texts,
  sources: z.partialRecord(z.enum(LINK_FIELDS), z.enum(LINK_SOURCES)),
  pictures: z.array(
    z.object({ key: z.string().nullable(), state: z.enum(['stored', 'waiting', 'failed']) }),
  ),
  picture: z.string().nullable().describe('The key of the one that is chosen'),
  same: z.array(SameDeal),
  dealId: z.string().nullable(),
  version: z.int(),
  pastedBy: z.string(),
  pastedAt: z.iso.datetime(),
})
export type PastedLink = z.infer<typeof PastedLink>

export const PastedLinks = z.object({
  links: z.array(PastedLink).describe('The newest paste first, each in its order'),
  waiting: z.int(),
  pictures: z.int().describe('Links whose pictures are still to come'),
  tomorrow: z.iso.date(),
})
export type PastedLinks = z.infer<typeof PastedLinks>

export const PasteLinks = z.object({ text: z.string().trim().min(1).max(LONGEST_PASTE) })
export const Pasted = z.object({
  added: z.int(),
  noLink: z.int().describe('Of those, lines that are no link'),
  twice: z.int().describe('Lines of a link that stands in the paste already'),
  open: z.int().describe('Links that wait here already'),
  rest: z.array(z.string()).describe(`Lines past the ${MOST_LINKS}th: they are not kept`),
  desk: PastedLinks,
})
export type Pasted = z.infer<typeof Pasted>

export const LinkParams = z.object({ linkId: z.string().max(40) })
export const ChangeLink = z.object({
  version: z.int(),
  draft: Texts.optional(),
  picture: z.string().max(80).nullable().optional(),
})
export type ChangeLink = z.infer<typeof ChangeLink>

export const MakeDeals = z.object({
  links: z
    .array(z.object({ id: z.string().max(40), version: z.int() }))
    .min(1)
    .max(MOST_LINKS),
  day: z.iso.date().nullable().default(null).describe('The edition that they are put into'),
  isSure: z.boolean().default(false).describe('They are made although they are like others'),
})
export type MakeDeals = z.infer<typeof MakeDeals>
export const DealsMade = z.object({
  made: z.array(z.object({ id: z.string(), dealId: z.string(), title: z.string() })),
  left: z.array(z.object({ id: z.string(), reason: z.string() })),
  desk: PastedLinks,
})
export type DealsMade = z.infer<typeof DealsMade>
export const RemoveLinks = z.object({ ids: z.array(z.string().max(40)).min(1).max(500) })
