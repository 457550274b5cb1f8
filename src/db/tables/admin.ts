import type { GeneratedAlways } from 'kysely'
import type { Day, Json, WithDefault } from './columns.ts'

export type AdminTables = {
  adminCredentials: AdminCredentialsTable
  administrators: AdministratorsTable
  listViews: ListViewsTable
  administratorPasskeys: AdministratorPasskeysTable
  administratorRecoveryCodes: AdministratorRecoveryCodesTable
  administratorInvitations: AdministratorInvitationsTable
  administratorInvitationLinks: AdministratorInvitationLinksTable
  administratorSteps: AdministratorStepsTable
  adminSessions: AdminSessionsTable
  auditEntries: AuditEntriesTable
  businessDays: BusinessDaysTable
}

type AdministratorRole = 'owner' | 'curator' | 'analyst'

/** Saved views of the deal list; those without an account belong to the shared password. */
type ListViewsTable = {
  id: string
  administratorId: string | null
  name: string
  nameKey: string
  address: string
  columns: string[]
  createdAt: WithDefault<Date>
}

type AdminCredentialsTable = {
  id: WithDefault<number>
  passwordHash: string
  setAt: WithDefault<Date>
}

type AdministratorsTable = {
  id: string
  email: string
  name: string
  role: AdministratorRole
  passwordHash: string
  appSecret: string | null
  appLastStep: WithDefault<number>
  createdAt: Date
  removedAt: Date | null
}

type AdministratorPasskeysTable = {
  id: string
  administratorId: string
  publicKey: string
  counter: number
  transports: WithDefault<string[]>
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

type AdministratorRecoveryCodesTable = {
  administratorId: string
  codeHash: string
  usedAt: Date | null
}

type AdministratorInvitationsTable = {
  id: string
  email: string
  name: string
  role: AdministratorRole
  invitedBy: string
  inviterId: string | null
  createdAt: Date
  expiresAt: Date
  usedAt: Date | null
  endedAt: Date | null
}

type AdministratorInvitationLinksTable = { tokenHash: string; invitationId: string }

type AdministratorStepsTable = {
  tokenHash: string
  kind: 'sign-in' | 'add-key' | 'prove' | 'invitation'
  administratorId: string | null
  challenge: string | null
  appSecret: string | null
  expiresAt: Date
}

type AdminSessionsTable = {
  tokenHash: string
  label: string
  name: WithDefault<string>
  administratorId: string | null
  isEmergency: WithDefault<boolean>
  provedAt: Date | null
  browser: WithDefault<string>
  network: WithDefault<string>
  createdAt: WithDefault<Date>
  lastSeenAt: WithDefault<Date>
}

type AuditEntriesTable = {
  id: GeneratedAlways<number>
  happenedAt: WithDefault<Date>
  actorName: string
  actorSession: string
  /** Account of the administrator; null for older entries, the server and the shared password. */
  actorId: string | null
  action: string
  subjectKind:
    | 'deal'
    | 'carousel'
    | 'retailer'
    | 'import'
    | 'network-report'
    | 'saving'
    | 'session'
    | 'subscription'
    | 'mail'
    | 'guarantee'
    | 'administrator'
    | 'member'
    | 'product-feed'
    | 'rate'
    | 'switch'
    | 'link'
    | 'candidate'
  subjectId: string
  subjectLabel: string
  batchId: string | null
  before: Json | null
  after: Json | null
}

type BusinessDaysTable = {
  day: Day
  countedAt: Date
  numbers: Json
}
