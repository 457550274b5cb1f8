import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'

type NewClick = {
  dealId: string
  userId: string
  clickType: Tables['clicks']['clickType']
  kind: Tables['clicks']['kind']
  clickedAt: Date
}

/**
 * Writes a click down in one step: as `kindOfRepeat` when the person has clicked on the deal since
 * `repeatsSince`. Two that arrive together see each other.
 */
export async function insertClick(
  db: Database,
  click: NewClick & { kindOfRepeat: NewClick['kind']; repeatsSince: Date },
): Promise<void> {
  const { dealId, userId, clickType, clickedAt, kind, kindOfRepeat, repeatsSince } = click
  await sql`select record_click(
    ${dealId}, ${userId}, ${clickType}, ${clickedAt}, ${kind}, ${kindOfRepeat}, ${repeatsSince}
  )`.execute(db)
}

type NewEvent = { type: string; data: string; userId: string | null; happenedAt: Date }

export async function insertEvent(db: Database, event: NewEvent) {
  await db.insertInto('events').values(event).execute()
}

export async function deleteEventsBefore(db: Database, before: Date) {
  await db.deleteFrom('events').where('happenedAt', '<', before).execute()
}
