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
  /** When the address was proven, or used for a payment; null for an unconfirmed free account. */
  confirmedAt: Date | null
  /** When a link mailed to this inbox was followed. */
  inboxProvenAt: WithDefault<Date | null>
  /** Pseudonym in the audit log; used nowhere else, so it identifies nobody once the account is gone. */
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
  /** Null when the address already had an account. */
  passwordHash: string | null
  bindingHash: string
  returnTo: string | null
  createdAt: Date
  /** Accepted versions; null when requested before versions were recorded. */
  termsVersion: WithDefault<number | null>
  policyVersion: WithDefault<number | null>
}

type AcceptancesTable = {
  id: string
  /** Null once the account is gone. */
  userId: string | null
  document: 'terms' | 'policy'
  /** Null when accepted before versions were numbered. */
  version: number | null
  place: 'sign-up' | 'joining' | 'asked'
  /** Null when the person chose "later". */
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
