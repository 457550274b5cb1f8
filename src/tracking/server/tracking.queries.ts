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

export type NewTrip = Pick<
  Tables['trips'],
  'number' | 'wasCents' | 'nowCents' | 'basis' | 'isProven'
> & {
  /** Whether the link may carry the number, if the retailer has a parameter for it. */
  mayTravel: boolean
}

/** What is needed to build the link to the retailer. */
export type WayOut = {
  tripNumber: string | undefined
  linkTemplate: string | null
  subIdParameter: string | null
}

export async function incrementMailArrivals(
  db: Database,
  { day, stream }: Pick<Tables['mailArrivals'], 'day' | 'stream'>,
): Promise<void> {
  await db
    .insertInto('mailArrivals')
    .values({ day, stream, people: 1 })
    .onConflict((conflict) =>
      conflict.columns(['day', 'stream']).doUpdateSet({ people: sql`mail_arrivals.people + 1` }),
    )
    .execute()
}

/**
 * Inserts a click in one step: as `kindOfRepeat` if the person has clicked on the deal since `repeatsSince`,
 * which also holds for concurrent clicks. A counted click creates the trip. Returns its number, or for a
 * repeat the number of the repeated click.
 */
export async function insertClick(
  db: Database,
  click: NewClick & {
    kindOfRepeat: NewClick['kind']
    repeatsSince: Date
    trip: NewTrip | undefined
  },
): Promise<WayOut> {
  const { dealId, userId, clickType, clickedAt, kind, kindOfRepeat, repeatsSince, trip } = click
  const { rows } = await sql<WayOut & { tripNumber: string | null }>`select * from record_trip(
    ${dealId}, ${userId}, ${clickType}, ${clickedAt}, ${kind}, ${kindOfRepeat}, ${repeatsSince},
    ${trip?.number ?? null}::text, ${trip?.wasCents ?? null}::integer, ${trip?.nowCents ?? null}::integer,
    ${trip?.basis ?? null}::text, ${trip?.isProven ?? null}::boolean, ${trip?.mayTravel ?? null}::boolean
  )`.execute(db)
  const { tripNumber = null, linkTemplate = null, subIdParameter = null } = rows[0] ?? {}
  return { tripNumber: tripNumber ?? undefined, linkTemplate, subIdParameter }
}

type NewEvent = { type: string; data: string; userId: string | null; happenedAt: Date }

export async function insertEvent(db: Database, event: NewEvent) {
  await db.insertInto('events').values(event).execute()
}

/** Deletes old trips whose account is gone. */
export async function deleteTripsBefore(db: Database, before: Date) {
  await db.deleteFrom('trips').where('madeAt', '<', before).where('userId', 'is', null).execute()
}

export async function deleteClicksBefore(db: Database, before: Date) {
  await db.deleteFrom('clicks').where('clickedAt', '<', before).execute()
}

export async function deleteEventsBefore(db: Database, before: Date) {
  await db.deleteFrom('events').where('happenedAt', '<', before).execute()
}
