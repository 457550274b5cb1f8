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
 * What somebody takes by mail, what they said yes to, and what came back. It goes with the account, but
 * for what they said yes to and the figures of what came back, which keep no name.
 */
export async function exportMailings(db: Database, userId: string) {
  return {
    mailChoices: await findMailChoicesOf(db, userId),
    mailConsents: await findMailConsentsOf(db, userId),
    mailEvents: await findMailEventsOf(db, userId),
    inboxLinks: await findInboxLinksOf(db, userId),
  }
}

/** The same as numbers. */
export async function countMailings(db: Database, userId: string) {
  return {
    mailChoices: await countMailChoicesOf(db, userId),
    mailConsents: await countMailConsentsOf(db, userId),
    mailEvents: await countMailEventsOf(db, userId),
    inboxLinks: await countInboxLinksOf(db, userId),
  }
}

/** What people said yes to whose account is gone. */
export async function countNamelessConsents(db: Database): Promise<number> {
  return countConsentsOfNobody(db)
}
