import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import { isWithin } from '#app/db/days.ts'

/** `since` is text, because timestamps inside a JSON object arrive as text. */
type Waits = { count: number; since: string | null }

type WhatWaits = {
  drafts: Waits
  scheduled: number
  checks: Waits
  reports: Waits
  claims: Waits
  refused: Waits
  held: Waits
  jobs: Waits
  imports: Waits & { one: string | null }
  retailers: Waits
}

/**
 * Reads everything that waits in one query. Each part reads an index of what waits, never a growing table;
 * jobs are counted by the queues themselves.
 */
export async function readWhatWaits(
  db: Database,
  { tomorrow, toldSince }: { tomorrow: string; toldSince: Date },
): Promise<WhatWaits> {
  const waits = (column: string, more = sql``) =>
    sql`json_build_object('count', count(*)::integer, 'since', min(${sql.ref(column)})${more})`
  const { rows } = await sql<{ [Part in keyof WhatWaits]: WhatWaits[Part] }>`
    select
      (
        select ${waits('placedAt')} from edition_deals join deals on deals.id = deal_id
        where edition_deals.day = ${tomorrow}::date
          and not is_published and not is_scheduled and deleted_at is null
      ) as drafts,
      (
        select count(*)::integer from deals
        where is_scheduled and not is_published and deleted_at is null
          and ${isWithin('startsAt', { first: tomorrow, last: tomorrow })}
      ) as scheduled,
      (select ${waits('foundAt')} from check_findings where state = 'waiting') as checks,
      (
        select ${waits('since')} from (
          select deal_id, min(reported_at) as since from (
            select deal_id, reported_at from reports where answered_at is null
            union all
            select id, said_gone_at from deals
            where said_gone_at is not null and is_published and ended_at is null
          ) as told group by deal_id
        ) as cases
      ) as reports,
      (
        select ${waits('askedAt')} from guarantee_claims
        where state in ('waiting', 'held') or (
          state = 'paying'
          and guarantee_id in (select guarantee_id from guarantee_refunds where state = 'stuck')
        )
      ) as claims,
      (
        select ${waits('finishedAt')} from mails
        where state = 'refused' and finished_at > ${toldSince}
      ) as refused,
      (select ${waits('createdAt')} from mails where state = 'held') as held,
      (
        select json_build_object('count', coalesce(sum(failed_count), 0)::integer, 'since', null)
        from pgboss.queue
      ) as jobs,
      (
        select ${waits('createdAt', sql`, 'one', min(id)`)} from imports
        where created_at > ${toldSince} and state = 'imported' and exists (
          select from deals
          where import_id = imports.id and unread_terms <> '{}' and deleted_at is null
        )
      ) as imports,
      (
        select ${waits('since')} from (
          select min(failing_since) as since from deal_checks
          where failing_since is not null and answer = 'refused' group by retailer_id
        ) as refusing
      ) as retailers
  `.execute(db)
  const [row] = rows
  if (!row) throw new Error('A row of what waits always comes.')
  return row
}
