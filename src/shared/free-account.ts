import { spellNumber, spellNumberFirst } from './counts.ts'

/** How many deals a day an account without a membership can open, the same for everybody. */
export const FREE_DEALS_A_DAY = 3

/** What a free account gives, in one sentence. */
export function freeAccountInWords(): string {
  return `${spellNumberFirst(FREE_DEALS_A_DAY)} deals a day are open in full, with name, retailer and link. No card.`
}

/** What a free account gives, as the second half of a sentence that offers two ways. */
export function freeAccountBriefly(): string {
  return `make a free account: ${spellNumber(FREE_DEALS_A_DAY)} open deals a day, no card`
}
