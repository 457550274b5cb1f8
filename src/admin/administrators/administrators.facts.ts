import { HOUR_MS, MINUTE_MS } from '#app/shared/dates.ts'

/** The roles of administrators; an owner may do everything. */
export const ROLES = ['owner', 'curator', 'analyst'] as const
export type AdministratorRole = (typeof ROLES)[number]

export const ROLE_WORDS: Record<AdministratorRole, { name: string; does: string }> = {
  owner: { name: 'Owner', does: 'Everything, people and settings too' },
  curator: {
    name: 'Curator',
    does: 'Deals, sheets, pictures, checks, reports and the mail preview',
  },
  analyst: { name: 'Analyst', does: 'Reads figures and the audit, and exports them' },
}

/** How long an invitation can be answered. */
export const INVITATION_HOURS = 48
export const INVITATION_MS = INVITATION_HOURS * HOUR_MS
/** How long the first step of signing in stays valid for the second. */
export const STEP_MS = 10 * MINUTE_MS
/** After this long, a sensitive act asks for the second factor again. */
export const PROOF_MS = 15 * MINUTE_MS
/** Furthest that the configuration may leave the emergency door open. */
export const LONGEST_EMERGENCY_MS = 24 * HOUR_MS

export const RECOVERY_CODES = 10
export const LONGEST_KEY_NAME = 40
/** More passkeys than anybody carries. */
export const MOST_PASSKEYS = 10

/** How long wrong passwords and second factors count against a network or an account. */
export const FAILURES_WINDOW_SECONDS = (24 * HOUR_MS) / 1000
