/** The standard events of the webhook tester. */
export const TESTER_EVENTS = [
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'payment_intent.succeeded',
  'checkout.session.completed',
  'invoice.payment_succeeded',
  'invoice.payment_failed',
] as const
export type TesterEvent = (typeof TESTER_EVENTS)[number]

/** Of everybody whom the demo and the developer tools make up. */
export const DEMO_PASSWORD = 'demo-password-1'
