/** How many of a class may be in the making at once, and how many may wait for a place. */
export type Places = { atOnce: number; waiting: number }

/**
 * What is turned away when there is too much of it, before anything is read for it. Each class has
 * places of its own, so that none takes another's: whoever has paid, and whoever runs the club, does
 * not stand behind visitors. A route says which it is of (`config.requestClass`); what leads nowhere is
 * a page like any other. Calls, files and webhooks are of none, and never wait here.
 */
export const REQUEST_CLASSES = {
  /** One that is kept already takes no place. */
  page: { atOnce: 16, waiting: 48 },
  checkoutPage: { atOnce: 8, waiting: 24 },
  backOfficePage: { atOnce: 8, waiting: 24 },
} as const satisfies Record<string, Places>
export type RequestClass = keyof typeof REQUEST_CLASSES

/** Nobody looks at a page any more that has kept them waiting for longer, and then not begun. */
export const LONGEST_WAIT_MS = 1000

const SOONEST_SECONDS = 2
const SPREAD_SECONDS = 5

/** When to come back: spread, so that those who were turned away together do not come together. */
export function comeBackSeconds(chance: number): number {
  return SOONEST_SECONDS + Math.floor(chance * SPREAD_SECONDS)
}
