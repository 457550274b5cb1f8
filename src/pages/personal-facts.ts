import type { User } from '#app/accounts/accounts.contract.ts'
import type { Subscription } from '#app/membership/membership.contract.ts'
import type { SignedInPerson } from '#app/membership/server/membership.ts'

type PersonalFact = {
  /** What a page is drawn with that all of a class share: of nobody in particular. */
  drawnWith: (anybody: { user: User; subscription: Subscription }) => unknown
  /** The same call's answer about whoever is looking, which comes beside the page. */
  of: (person: SignedInPerson) => unknown
}

/**
 * What pages that many share ask about whoever is looking, by the address of the call; its query is tagged
 * `PERSONAL`. A page draws the same with either answer, until it is live.
 */
export const PERSONAL_FACTS: Readonly<Record<string, PersonalFact>> = {
  '/api/user': { drawnWith: ({ user }) => user, of: ({ user }) => user },
  '/api/subscription': {
    drawnWith: ({ subscription }) => subscription,
    of: ({ subscription }) => subscription,
  },
}
