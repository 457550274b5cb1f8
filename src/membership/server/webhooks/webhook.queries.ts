import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import { keepPlan } from '#app/db/planned.ts'

export type NewWebhookEvent = {
  id: string
  type: string
  objectId: string | null
  createdAt: Date
  receivedAt: Date
}

/** Stores events and returns for each whether it is new; existing ones are left as they are. */
export async function insertWebhookEvents(
  db: Database,
  events: NewWebhookEvent[],
): Promise<boolean[]> {
  const inserted = await db
    .insertInto('webhookEvents')
    // In one order for all processes, so that they cannot deadlock.
    .values(events.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute()
  const ids = new Set(inserted.map(({ id }) => id))
  // Of an event that occurs twice in one call, only the first is new.
  return events.map(({ id }) => ids.delete(id))
}

export async function findLastWebhookEvent(db: Database): Promise<Date | null> {
  const last = await db
    .selectFrom('webhookEvents')
    .select('receivedAt')
    .orderBy('receivedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.receivedAt ?? null
}

export async function deleteWebhookEventsBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('webhookEvents').where('receivedAt', '<', before).execute()
}

/**
 * Stores the events and the new reading of the subscription, both or neither: neither when the row
 * is no longer the one that was looked at. Runs as one statement, which fails when it finds no such
 * row. Writes the events first, as everywhere that both are written: two calls about one event
 * could deadlock otherwise.
 */
export async function insertEventsOfReading(
  db: Database,
  events: NewWebhookEvent[],
  { id, from, readNumber }: { id: string; from: number; readNumber: number },
): Promise<boolean> {
  const query = sql`
    with written as (
      insert into webhook_events (id, type, object_id, created_at, received_at)
      select id, type, "objectId", "createdAt", "receivedAt"
      from json_to_recordset(${JSON.stringify(events)}::json) as given (id text, type text, "objectId" text,
        "createdAt" timestamptz, "receivedAt" timestamptz)
      order by id
      on conflict (id) do nothing
      returning id
    ), first as (
      select count(*) as count from written
    ), read_again as (
      update subscriptions set read_number = ${readNumber} from first
      where subscriptions.id = ${id} and read_number = ${from}
      returning 1
    )
    select 1 / count(*) from read_again
  `.compile(db)
  try {
    await db.executeQuery(keepPlan(query))
    return true
  } catch (error) {
    if ((error as { code?: unknown }).code === OVERTAKEN) return false
    throw error
  }
}

/**
 * Division by zero, by the number of rows that were found: there is none, because another reading
 * was faster.
 */
const OVERTAKEN = '22012'
