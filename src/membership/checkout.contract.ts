import { z } from 'zod'
import { Email } from '#app/accounts/accounts.contract.ts'
import { PLANS } from '#app/shared/offer.ts'

const Text = (max: number) => z.string().max(max)

/**
 * Request to join. The server decides the price, the trial and the sale, and ignores what a client
 * says about them.
 */
export const CreateCheckout = z.object({
  priceId: Text(200)
    .min(1)
    .describe(`A plan that is sold (${PLANS.join(', ')}) or a price id of ours`),
  checkout_token: Text(200).optional().describe('The same token gives the same session'),
  next: z.unknown().optional().describe('The page of ours to come back to after paying'),
  came_from: z.unknown().optional().describe('The name of the site they came from'),
  /** Advertising cookies: read only with the buyer's consent, and never a reason to refuse the request. */
  fbp: z.unknown().optional(),
  fbc: z.unknown().optional(),
})
export type CreateCheckout = z.infer<typeof CreateCheckout>

export const CheckoutCreated = z.object({
  id: z.string(),
  url: z.url().describe("The provider's payment page"),
  purchaseEventId: z.string(),
  isTrial: z.boolean().describe('Whether the free trial is still to be had'),
  isSale: z.boolean().describe('Whether the sale price holds'),
})
export type CheckoutCreated = z.infer<typeof CheckoutCreated>

/** Session ids in the provider's format. */
export const SessionId = z.string().regex(/^cs_(test|live)_[A-Za-z0-9]{10,200}$/)

/** Our own name for a checkout, as in the cookie that leads back to it. */
export const CheckoutName = z.string().regex(/^checkout_[\w-]{12}$/)

/** Loose on purpose: anything that is not a session of this browser gets the same answer. */
export const VerifyCheckout = z.object({
  session_id: z.string().optional(),
  link: z.string().optional().describe('The token of a link that finishes a checkout'),
})

/** Corrects an address that was mistyped at the payment page, from the browser that paid. */
export const MendCheckoutAddress = z.object({ session_id: z.string(), email: Email })

export const CheckoutAddressMended = z.object({ success: z.literal(true), email: z.string() })

/** Tells strangers nothing: every session that is not theirs is invalid in the same way. */
export const CheckoutVerified = z.object({
  valid: z.boolean(),
  sessionId: z.string().optional(),
  email: z.string().optional(),
  amountTotal: z.int().optional().describe('Cents'),
  currency: z.string().optional(),
  purchaseEventId: z.string().optional(),
  isLinked: z.boolean().optional().describe('Whether the payment has found its account already'),
  isSignedIn: z.boolean().optional().describe('Whether it belongs to whoever is signed in'),
  next: z.string().optional().describe('The page of ours that joining was begun from'),
  isExistingAccount: z.boolean().optional().describe('By link only: a new password will be set'),
  error: z.string().optional(),
  code: z
    .enum(['pending', 'trial-used', 'expired', 'link-expired', 'not-valid'])
    .optional()
    .describe('Why it is not valid'),
})
export type CheckoutVerified = z.infer<typeof CheckoutVerified>

export const CompleteCheckout = z.object({
  session_id: z.string().max(250).optional(),
  link: z.string().max(100).optional(),
  email: z.string().max(254).optional(),
  password: z.string().max(1024).optional().describe('Not needed by whoever is signed in'),
})
export type CompleteCheckout = z.infer<typeof CompleteCheckout>

export const CheckoutCompleted = z.object({
  success: z.literal(true),
  user: z.object({ isNewUser: z.boolean() }),
  redirectUrl: z.string().describe('A path of ours'),
})
export type CheckoutCompleted = z.infer<typeof CheckoutCompleted>

/** Asks for a new mail in place of a link that has expired. */
export const RenewCheckoutLink = z.object({ link: z.string().max(100) })

/** The same answer for every link, known or unknown. */
export const CheckoutLinkRenewed = z.object({ success: z.literal(true) })
