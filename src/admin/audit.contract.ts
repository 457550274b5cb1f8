import { z } from 'zod'
import {
  ADMIN_PAGE_SIZE,
  LARGEST_ADMIN_PAGE,
  LONGEST_ACTION,
  LONGEST_ADMIN_NAME,
  LONGEST_SEARCH,
  LONGEST_SUBJECT_ID,
} from './admin.facts.ts'

const SUBJECT_KINDS = [
  'deal',
  'carousel',
  'retailer',
  'import',
  'network-report',
  'saving',
  'session',
  'subscription',
  'mail',
  'guarantee',
  'administrator',
  'member',
  'product-feed',
  'rate',
  'switch',
  'link',
  'candidate',
] as const

export const AuditQuery = z.object({
  before: z.coerce.number().int().min(1).optional().describe('Entries older than this one'),
  limit: z.coerce.number().int().min(1).max(LARGEST_ADMIN_PAGE).default(ADMIN_PAGE_SIZE),
  action: z.string().max(LONGEST_ACTION).optional(),
  actor: z.string().max(LONGEST_ADMIN_NAME).optional(),
  kind: z.enum(SUBJECT_KINDS).optional(),
  subjectId: z.string().max(LONGEST_SUBJECT_ID).optional(),
  day: z.iso.date().optional().describe('The business day in Toronto'),
  q: z
    .string()
    .trim()
    .max(LONGEST_SEARCH)
    .optional()
    .describe('Occurs in what the subject was called'),
})
export type AuditQuery = z.infer<typeof AuditQuery>

export const AuditEntry = z.object({
  id: z.int(),
  happenedAt: z.iso.datetime(),
  actorName: z.string(),
  actorSession: z.string(),
  action: z.string(),
  subjectKind: z.enum(SUBJECT_KINDS),
  subjectId: z.string(),
  subjectLabel: z.string(),
  batchId: z.string().nullable(),
  changes: z
    .array(
      z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
    )
    .describe('What differs, as text; null for what was not there'),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditPage = z.object({
  entries: z.array(AuditEntry).describe('The newest first'),
  next: z.int().nullable().describe('Give it as `before` for the entries that follow'),
})
export type AuditPage = z.infer<typeof AuditPage>

export const AuditFilters = z.object({
  actions: z.array(z.string()),
  actors: z.array(z.string()),
})
export type AuditFilters = z.infer<typeof AuditFilters>
