import { z } from 'zod'

/** What both sides check before a password is even looked at. */
export const Credentials = z.object({
  email: z
    .string('Please enter a valid email address')
    .max(254, 'Please enter a valid email address')
    .transform((email) => email.normalize('NFC').trim().toLowerCase())
    // One address, no lists, no control characters: it may end up in a mail header.
    .refine(
      (email) =>
        /^[^\s@,;:<>()[\]\\"\p{Cc}]{1,64}@[^\s@,;:<>()[\]\\"\p{Cc}]+\.[^\s@.,;:<>()[\]\\"\p{Cc}]{2,}$/u.test(
          email,
        ),
      {
        error: 'Please enter a valid email address',
      },
    ),
  password: z
    .string('Password is required')
    .min(1, 'Password is required')
    .refine((password) => new TextEncoder().encode(password).length <= 256, 'Password is too long'),
})
export type Credentials = z.infer<typeof Credentials>

/** The signed-in person. */
export const User = z.object({ id: z.string(), email: z.string() })
export type User = z.infer<typeof User>

export const SignedOut = z.object({ success: z.literal(true) })
