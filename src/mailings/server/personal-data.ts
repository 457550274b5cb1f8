import type { Database } from '#app/db/database.ts'
import {
  countConsentsOfNobody,
  countInboxLinksOf,
  countMailChoicesOf,
  countMailConsentsOf,
  countMailEventsOf,
  findInboxLinksOf,
  findMailChoicesOf,
  findMailConsentsOf,
  findMailEventsOf,
} from './personal-data.queries.ts'

/**
 * Exports a person's mail choices, consents and mail events. All are deleted with the account, except
 * consents and the counts of mail events, which keep no name.
 */
export async function exportMailings(db: Database, userId: string) {
  return {
    mailChoices: await findMailChoicesOf(db, userId),
    mailConsents: await findMailConsentsOf(db, userId),
    mailEvents: await findMailEventsOf(db, userId),
    inboxLinks: await findInboxLinksOf(db, userId),
  }
}

/** Counts the rows that `exportMailings` returns. */
export async function countMailings(db: Database, userId: string) {
  return {
    mailChoices: await countMailChoicesOf(db, userId),
    mailConsents: await countMailConsentsOf(db, userId),
    mailEvents: await countMailEventsOf(db, userId),
    inboxLinks: await countInboxLinksOf(db, userId),
  }
}

/** Counts the consents of deleted accounts. */
export async function countNamelessConsents(db: Database): Promise<number> {
  return countConsentsOfNobody(db)
}
