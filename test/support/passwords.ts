import { PASSWORD_PARAMETERS } from '#app/accounts/server/passwords/passwords.ts'

const asOperated = { ...PASSWORD_PARAMETERS }

/** As good as nothing each, where an operated club takes 10 ms of a core: people of tests are many. */
export function hashQuickly(): void {
  Object.assign(PASSWORD_PARAMETERS, { memoryCost: 8, timeCost: 1 })
}

/** For a test file that is about what a hash is made of or how long it takes; the next has quick ones. */
export function hashAsOperated(): void {
  Object.assign(PASSWORD_PARAMETERS, asOperated)
}
