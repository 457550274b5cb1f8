import { z } from 'zod'
import { LONGEST_ADMIN_NAME } from '#app/admin/admin.facts.ts'
import { ROLES } from './administrators.facts.ts'

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
  role: z.enum(ROLES),
  hasAccount: z.boolean().describe('False for who came by the password that all share'),
  isEmergency: z.boolean(),
  hasDevTools: z.boolean(),
  door: z
    .enum(['password', 'account', 'either'])
    .describe('With what it is opened: the password that all share, an account, or either'),
})
export type AdminSession = z.infer<typeof AdminSession>
