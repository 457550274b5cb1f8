import type { WithDefault } from './columns.ts'

export type AccountsTables = {
  users: UsersTable
  sessions: SessionsTable
  knownDevices: KnownDevicesTable
  emailChanges: EmailChangesTable
  emailChangeLinks: EmailChangeLinksTable
  passwordResets: PasswordResetsTable
  signUps: SignUpsTable
  acceptances: AcceptancesTable
  confirmationLinks: ConfirmationLinksTable
}

type UsersTable = {
  id: string
  email: string
  passwordHash: string
  createdAt: WithDefault<Date>
  passwordChangedAt: Date | null
  /** When the address was proven or paid with; null for a free account that is not confirmed. */
  confirmedAt: Date | null
  /** When somebody who reads this inbox followed a link that we mailed there. */
  inboxProvenAt: WithDefault<Date | null>
  /** How the audit calls them: known nowhere else, so that it names nobody once the account is gone. */
  auditHandle: WithDefault<string>
}

type SessionsTable = {
  tokenHash: string
  userId: string
  createdAt: WithDefault<Date>
  lastSeenAt: WithDefault<Date>
  id: WithDefault<string>
  browser: string | null
  system: string | null
  deviceHash: string | null
}

type KnownDevicesTable = {
  tokenHash: string
  userId: string
  lastUsedAt: WithDefault<Date>
}

type EmailChangesTable = {
  id: string
  userId: string
  oldEmail: string
  newEmail: string
  createdAt: Date
  expiresAt: Date
  confirmedAt: Date | null
  stoppedAt: Date | null
}

type EmailChangeLinksTable = {
  tokenHash: string
  changeId: string
  purpose: 'confirm' | 'stop'
}

type PasswordResetsTable = {
  tokenHash: string
  userId: string
  createdAt: WithDefault<Date>
  expiresAt: Date
  usedAt: Date | null
  returnTo: string | null
}

type SignUpsTable = {
  id: string
  userId: string
  /** Null where the address had its account already. */
  passwordHash: string | null
  bindingHash: string
  returnTo: string | null
  createdAt: Date
  /** What was accepted with it; null when it was asked for before this was kept. */
  termsVersion: WithDefault<number | null>
  policyVersion: WithDefault<number | null>
}

type AcceptancesTable = {
  id: string
  /** Null once the account is gone. */
  userId: string | null
  document: 'terms' | 'policy'
  /** Null for what was accepted before versions were counted. */
  version: number | null
  place: 'sign-up' | 'joining' | 'asked'
  /** Null for one that was asked about and put off. */
  acceptedAt: Date | null
  putOffAt: WithDefault<Date | null>
}

type ConfirmationLinksTable = {
  tokenHash: string
  signUpId: string
  createdAt: Date
  expiresAt: Date
  usedAt: Date | null
}
