import type { Database } from '#app/db/database.ts'
import { together } from '#app/server/batch.ts'
import type { AppContext } from '#app/server/context.ts'
import { insertWebhookEvents, type NewWebhookEvent } from './events.queries.ts'

const note = together((db: Database, events: NewWebhookEvent[]) => insertWebhookEvents(db, events))

/**
 * Notes an event from which nothing follows; resolves once it is stored. A storm of them waits for
 * the disk a few times only.
 */
export async function noteEvent(
  { db }: Pick<AppContext, 'db'>,
  event: NewWebhookEvent,
): Promise<void> {
  await note(db, '', event)
}
