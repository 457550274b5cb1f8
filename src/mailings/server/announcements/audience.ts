import type { Database } from '#app/db/database.ts'
import { AUDIENCES, type LetterAudience } from '#app/mailings/announcements.facts.ts'
import { readReaders } from '#app/mailings/server/choices.ts'
import { isWritable } from '#app/mailings/server/stream-mail.ts'
import { readKinds } from '#app/membership/server/owner-actions/reading.ts'
import { findAccountsAfter } from './announcements.queries.ts'

const LOOKED_AT_ONCE = 1000

/** A recipient of an announcement. */
type Addressee = { userId: string; email: string; isWritable: boolean }

/** Filters accounts by audience, keeping their order. */
async function ofAudience(
  db: Database,
  userIds: string[],
  audience: LetterAudience,
): Promise<Addressee[]> {
  const kinds = await readKinds(db, userIds)
  const meant = userIds.filter((id) => belongsTo(audience, kinds.get(id)))
  const readers = await readReaders(db, meant)
  return meant.flatMap((userId) => {
    const reader = readers.get(userId)
    if (!reader) return []
    return [{ userId, email: reader.row.email, isWritable: isWritable(reader) }]
  })
}

function belongsTo(audience: LetterAudience, kind: 'member' | 'trial' | undefined): boolean {
  if (audience === 'everybody') return true
  if (audience === 'members') return kind === 'member'
  return audience === 'trials' ? kind === 'trial' : kind === undefined
}

type Walk = { audience: LetterAudience; after: string; before: Date; limit: number }

/**
 * Returns the next people of an audience, and as cursor the last account that was examined. `isEnd` is set
 * when there are no more.
 */
export async function nextAddressees(
  db: Database,
  { audience, after, before, limit }: Walk,
): Promise<{ people: Addressee[]; after: string; isEnd: boolean }> {
  const people: Addressee[] = []
  let last = after
  while (people.length < limit) {
    const ids = await findAccountsAfter(db, { after: last, before, limit: LOOKED_AT_ONCE })
    for (const each of await ofAudience(db, ids, audience)) {
      people.push(each)
      if (people.length === limit) return { people, after: each.userId, isEnd: false }
    }
    last = ids.at(-1) ?? last
    if (ids.length < LOOKED_AT_ONCE) return { people, after: last, isEnd: true }
  }
  return { people, after: last, isEnd: false }
}

/** Counts each audience, and the people in it whom mail cannot reach. */
export async function countAudiences(db: Database, before: Date) {
  const counts = AUDIENCES.map((audience) => ({ audience, people: 0, unreachable: 0 }))
  let after = ''
  for (;;) {
    const ids = await findAccountsAfter(db, { after, before, limit: LOOKED_AT_ONCE })
    const kinds = await readKinds(db, ids)
    for (const person of await ofAudience(db, ids, 'everybody')) {
      for (const count of counts) {
        if (!belongsTo(count.audience, kinds.get(person.userId))) continue
        count.people += 1
        if (!person.isWritable) count.unreachable += 1
      }
    }
    after = ids.at(-1) ?? after
    if (ids.length < LOOKED_AT_ONCE) return counts
  }
}
