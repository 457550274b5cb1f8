import { z } from 'zod'
import { isLongEnough, LONGEST_EMAIL, LONGEST_PASSWORD_BYTES, tooShort } from './accounts.facts.ts'

function fits(password: string): boolean {
  return new TextEncoder().encode(password).length <= LONGEST_PASSWORD_BYTES
}

/** Normalizes an address: NFC, trimmed, lower case. */
export function normalEmail(email: string): string {
  return email.normalize('NFC').trim().toLowerCase()
}

/** A normalized e-mail address that is safe in a mail header. */
export const Email = z
  .string('Please enter a valid email address')
  .max(LONGEST_EMAIL, 'Please enter a valid email address')
  .transform(normalEmail)
  // One address, no lists, no control characters: it may end up in a mail header.
  .refine(
    (email) =>
      /^[^\s@,;:<>()[\]\\"\p{Cc}]{1,64}@(?:[^\s@.,;:<>()[\]\\"\p{Cc}]+\.)+[^\s@.,;:<>()[\]\\"\p{Cc}]{2,}$/u.test(
        email,
      ),
    {
      error: 'Please enter a valid email address',
    },
  )

/** What both sides check before a password is even looked at. */
export const Credentials = z.object({
  email: Email,
  password: z
    .string('Password is required')
    .min(1, 'Password is required')
    .refine(fits, 'Password is too long'),
})
export type Credentials = z.infer<typeof Credentials>

/** A new password. Only the server can check whether it is a common one. */
export const NewPassword = z
  .string(tooShort())
  .refine((password) => isLongEnough(password), tooShort())
  .refine(fits, 'Password is too long')

/** The signed-in person. */
export const User = z.object({
  id: z.string(),
  email: z.string(),
  isUnconfirmed: z
    .literal(true)
    .optional()
    .describe('Of a free account whose address is still to be confirmed: it opens nothing yet'),
})
export type User = z.infer<typeof User>

export const SignedIn = User.extend({
  next: z
    .string()
    .optional()
    .describe('Where joining was begun, of whoever has paid in this browser before signing in'),
})
export type SignedIn = z.infer<typeof SignedIn>

export const SignedOut = z.object({ success: z.literal(true) })

/** Where to return to afterwards. Anything that is not a page of ours is ignored, not rejected. */
const Next = z.unknown().optional().describe('The page of ours that somebody came from')

export const SignUp = z.object({ email: Email, password: NewPassword, next: Next })
export type SignUp = z.infer<typeof SignUp>

/** The same for every address, so that nobody learns who has an account. */
export const SignUpRequested = z.object({ success: z.literal(true) })

export const ConfirmEmail = z.object({
  token: z.string().max(200).describe('From the link in the mail'),
})

export const EmailConfirmed = z.object({
  success: z.literal(true),
  email: z.string(),
  isSignedIn: z.boolean().describe('Whether this browser is the one that signed up'),
  next: z.string().optional().describe('The page of ours that they came from'),
})
export type EmailConfirmed = z.infer<typeof EmailConfirmed>

/** The sign-up is found by session, by link or by browser, in this order. */
export const ResendConfirmation = z.object({ token: z.string().max(200).optional() })

/** The same answer whether or not a mail was sent. */
export const ConfirmationResent = z.object({ success: z.literal(true) })

export const ForgotPassword = z.object({ email: Email, next: Next })
export type ForgotPassword = z.infer<typeof ForgotPassword>

/** The same for every address, so that nobody learns who has an account. */
export const ResetRequested = z.object({ success: z.literal(true) })

export const ResetPassword = z.object({
  token: z.string().max(200).describe('From the link in the mail'),
  password: NewPassword,
})
export type ResetPassword = z.infer<typeof ResetPassword>

export const ResetLinkQuery = z.object({ token: z.string().max(200) })
export const ResetLink = z.object({ isUsable: z.boolean() })
export type ResetLink = z.infer<typeof ResetLink>

export const PasswordReset = z.object({
  success: z.literal(true),
  next: z.string().optional().describe('The page of ours that they came from'),
})
export type PasswordReset = z.infer<typeof PasswordReset>

export const CsrfToken = z.object({
  csrfToken: z.string().describe('To be sent back in the header X-CSRF-Token'),
})
