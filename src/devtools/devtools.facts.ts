/** The event types of the webhook tester. */
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

/** The password of all users made by the demo and the developer tools. */
export const DEMO_PASSWORD = 'demo-password-1'
