import { type ExpressionBuilder, sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'
import { type DataCount, selectDataCount } from '#app/server/personal-data.queries.ts'
import { hashToken } from '#app/server/tokens.ts'

type Whose = {
  /** The person's addresses, each with the period in which it was theirs; null means unbounded. */
  addresses: Array<{ email: string; since: Date | null; until: Date | null }>
  /**
   * Ids of payments from this address that wait for an account. Mail about them belongs to the owner of the inbox, who
   * may be somebody else than the owner of this account.
   */
  unclaimedIds: string[]
}

/** Counts mails to an address, as far as recipients are still stored. */
export async function countMailsTo(
  db: Database,
  { addresses, unclaimedIds }: Whose,
): Promise<DataCount> {
  return db
    .selectFrom('mails')
    .select(selectDataCount('createdAt'))
    .where(isTo(addresses))
    .where('state', '=', 'sent')
    .where(isNotAbout(unclaimedIds))
    .executeTakeFirstOrThrow()
}

/** When the last mail to the current address was rejected; null when the last one was delivered. */
export async function findRefusedSince(
  db: Database,
  { addresses, unclaimedIds }: Whose,
): Promise<Date | null> {
  const last = await db
    .selectFrom('mails')
    .select(['state', 'finishedAt'])
    .where(isTo(addresses.filter(({ until }) => until === null)))
    .where('state', 'in', ['sent', 'refused'])
    .where(isNotAbout(unclaimedIds))
    .orderBy('finishedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.state === 'refused' ? last.finishedAt : null
}

/** Mails of a person, oldest first. Their content is written when they are sent and not stored. */
export async function findMailsTo(db: Database, { addresses, unclaimedIds }: Whose) {
  return db
    .selectFrom('mails')
    .select(['template', 'recipient', 'data', 'state', 'createdAt', 'sendAfter', 'finishedAt'])
    .where(isTo(addresses))
    .where(isNotAbout(unclaimedIds))
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

function isTo(addresses: Whose['addresses']) {
  return (eb: ExpressionBuilder<Tables, 'mails'>) =>
    eb.or(
      addresses.map(({ email, since, until }) =>
        eb.and([
          eb('recipient', '=', email),
          ...(since ? [eb('createdAt', '>', since)] : []),
          ...(until ? [eb('createdAt', '<=', until)] : []),
        ]),
      ),
    )
}

/** Keys name what their mail is about, separated by colons. */
function isNotAbout(ids: string[]) {
  return sql<boolean>`not (string_to_array(key, ':') && ${ids}::text[])`
}

type Gone = Whose & { userId: string; now: Date }

/**
 * Drops waiting mails of somebody whose account is being deleted, and erases recipients of sent ones, except mails about
 * payments that may not be theirs. Keys that name the person are replaced; all others are kept, so that nothing is ever
 * sent twice.
 */
export async function anonymiseMails(
  trx: Trx,
  { userId, addresses, unclaimedIds, now }: Gone,
): Promise<void> {
  const names = [userId, ...addresses.map(({ email }) => hashToken(email))]
  const namesPerson = sql<boolean>`(select bool_or(position(name in key) > 0) from unnest(${names}::text[]) as name)`
  await trx
    .updateTable('mails')
    .set((eb) => ({
      recipient: '',
      data: '{}',
      lastError: null,
      key: eb
        .case()
        .when(namesPerson)
        .then(sql<string>`'forgotten:' || id`)
        .else(eb.ref('key'))
        .end(),
      state: sql<
        'sent' | 'dropped'
      >`case when state in ('queued', 'held') then 'dropped' else state end`,
      finishedAt: sql<Date>`coalesce(finished_at, ${now})`,
    }))
    .where((eb) => eb.or([isTo(addresses)(eb), namesPerson]))
    .where(isNotAbout(unclaimedIds))
    .where(sql<boolean>`not (data @> '{"isFarewell": true}' and state in ('queued', 'held'))`)
    .execute()
}
