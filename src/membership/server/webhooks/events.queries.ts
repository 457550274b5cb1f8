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
  const [isNew = false] = await insertWebhookEvents(db, [event])
  return isNew
}

/** Of each whether it is new: those that are known already are left as they are. */
export async function insertWebhookEvents(
  db: Database,
  events: NewWebhookEvent[],
): Promise<boolean[]> {
  const inserted = await db
    .insertInto('webhookEvents')
    // In one order for all processes, so that no two wait for each other.
    .values(events.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute()
  const ids = new Set(inserted.map(({ id }) => id))
  // Of one that came twice together, one is the first.
  return events.map(({ id }) => ids.delete(id))
}

export async function deleteWebhookEventsBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('webhookEvents').where('receivedAt', '<', before).execute()
}
