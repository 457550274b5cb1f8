import type { Database } from '#app/db/database.ts'

export type NewWebhookEvent = {
  id: string
  type: string
  objectId: string | null
  createdAt: Date
  receivedAt: Date
}

/** False when another delivery of the same event was first. */
export async function insertWebhookEvent(db: Database, event: NewWebhookEvent): Promise<boolean> {
  const inserted = await db
    .insertInto('webhookEvents')
    .values(event)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Those that are known already are left as they are. */
export async function insertWebhookEvents(db: Database, events: NewWebhookEvent[]): Promise<void> {
  await db
    .insertInto('webhookEvents')
    // In one order for all processes, so that no two wait for each other.
    .values(events.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

export async function deleteWebhookEventsBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('webhookEvents').where('receivedAt', '<', before).execute()
}
