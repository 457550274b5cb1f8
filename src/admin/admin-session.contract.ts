import { z } from 'zod'
import { LONGEST_ADMIN_NAME } from './admin.facts.ts'

export const AdminCredentials = z.object({
  password: z.string().max(256),
  name: z
    .string()
    .max(LONGEST_ADMIN_NAME)
    .optional()
    .describe('How the audit log calls whoever is there'),
})

export const AdminName = z.object({ name: z.string().max(LONGEST_ADMIN_NAME) })

/** Whether the back office is open for this browser. */
export const AdminSession = z.object({
  isOpen: z.boolean(),
  name: z.string().describe('Empty when nobody has said'),
  label: z.string().describe('Names this session in the audit log; empty when closed'),
  endsAt: z.iso.datetime().nullable().describe('At the latest; sooner when nothing is done'),
  hasDevTools: z.boolean(),
})
export type AdminSession = z.infer<typeof AdminSession>
