import type { User } from '#app/accounts/accounts.contract.ts'
import type { Subscription } from '#app/membership/membership.contract.ts'
import type { SignedInPerson } from '#app/membership/server/membership.ts'

type PersonalFact = {
  /** The answer with which a shared page is rendered: about nobody in particular. */
  drawnWith: (anybody: { user: User; subscription: Subscription }) => unknown
  /** The same call's answer about the viewer, sent beside the page. */
  of: (person: SignedInPerson) => unknown
}

/**
 * The calls about the viewer that shared pages make, by address; their queries are tagged `PERSONAL`. A page
 * renders the same with either answer until it is hydrated.
 */
export const PERSONAL_FACTS: Readonly<Record<string, PersonalFact>> = {
  '/api/user': { drawnWith: ({ user }) => user, of: ({ user }) => user },
  '/api/subscription': {
    drawnWith: ({ subscription }) => subscription,
    of: ({ subscription }) => subscription,
  },
}
