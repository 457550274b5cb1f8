import type { AppContext } from '#app/server/context.ts'
import { deleteWebhookEventsBefore } from './events.queries.ts'

/** The provider repeats an event for days and lists it for a month; then it cannot come again. */
const KEPT_MS = 60 * 24 * 60 * 60 * 1000

export async function forgetOldWebhookEvents(ctx: AppContext): Promise<void> {
  await deleteWebhookEventsBefore(ctx.db, new Date(ctx.now().getTime() - KEPT_MS))
}
