import type { GeneratedAlways } from 'kysely'
import type { Json, WithDefault } from './columns.ts'

export type AdminCredentialsTable = {
  id: WithDefault<number>
  passwordHash: string
  setAt: WithDefault<Date>
}

export type AdminSessionsTable = {
  tokenHash: string
  label: string
  name: WithDefault<string>
  createdAt: WithDefault<Date>
  lastSeenAt: WithDefault<Date>
}

export type AuditEntriesTable = {
  id: GeneratedAlways<number>
  happenedAt: WithDefault<Date>
  actorName: string
  actorSession: string
  action: string
  subjectKind: 'deal' | 'import' | 'session' | 'subscription'
  subjectId: string
  subjectLabel: string
  batchId: string | null
  before: Json | null
  after: Json | null
}
