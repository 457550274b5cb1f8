import { z } from 'zod'
import { Credentials, Email, NewPassword } from './accounts.contract.ts'

const moment = z.iso.datetime()

/** A signed-in browser, described so that its owner recognizes it. No location is guessed. */
export const SignedInBrowser = z.object({
  id: z.string(),
  browser: z.string().nullable().describe('In words, as `Firefox`; null where it did not say'),
  system: z.string().nullable().describe('In words, as `Windows`'),
  signedInAt: moment,
  lastSeenAt: moment.describe('To the hour: worth no more than its day'),
  isThis: z.boolean(),
})
export type SignedInBrowser = z.infer<typeof SignedInBrowser>

export const AccountSettings = z.object({
  email: z.string(),
  /** Requested and not confirmed yet. */
  nextEmail: z.object({ email: z.string(), expiresAt: moment }).nullable(),
  passwordChangedAt: moment.nullable(),
  /** The current browser first, then by last seen. */
  browsers: z.array(SignedInBrowser),
})
export type AccountSettings = z.infer<typeof AccountSettings>

/** The password proves that the owner is asking. */
export const ChangeEmail = z.object({ email: Email, password: Credentials.shape.password })
export type ChangeEmail = z.infer<typeof ChangeEmail>

/** The same for every address, so that nobody learns which have an account. */
export const EmailChangeAsked = z.object({ success: z.literal(true) })

export const EmailChangeLink = z.object({ token: z.string().max(200) })

export const EmailChanged = z.object({ success: z.literal(true), email: z.string() })

export const EmailChangeStopped = z.object({
  success: z.literal(true),
  isPutBack: z.boolean().describe('It had been changed already, and is the address before again'),
})
export type EmailChangeStopped = z.infer<typeof EmailChangeStopped>

export const ChangePassword = z.object({
  currentPassword: Credentials.shape.password,
  password: NewPassword,
})
export type ChangePassword = z.infer<typeof ChangePassword>

export const EndBrowser = z.object({ id: z.string().max(64) })

export const SettingsChanged = z.object({ success: z.literal(true) })
