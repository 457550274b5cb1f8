import type { AppContext } from '#app/server/context.ts'
import { insertWebhookEvents, type NewWebhookEvent } from './webhook-events.queries.ts'

type Note = { event: NewWebhookEvent; done: () => void; failed: (error: unknown) => void }
type Desk = { waiting: Note[]; isWriting: boolean }

const desks = new WeakMap<AppContext['db'], Desk>()
/** As many as one statement takes without growing unwieldy. */
const LARGEST_BATCH = 200

/**
 * Notes an event from which nothing follows; resolves once it is stored. Those that arrive while
 * others are being written are written together: a storm of them waits for the disk a few times
 * only.
 */
export function noteEvent(ctx: Pick<AppContext, 'db'>, event: NewWebhookEvent): Promise<void> {
  const desk = desks.get(ctx.db) ?? { waiting: [], isWriting: false }
  desks.set(ctx.db, desk)
  return new Promise((done, failed) => {
    desk.waiting.push({ event, done, failed })
    if (!desk.isWriting) void writeAll(ctx, desk)
  })
}

async function writeAll(ctx: Pick<AppContext, 'db'>, desk: Desk): Promise<void> {
  desk.isWriting = true
  while (desk.waiting.length > 0) await write(ctx, desk.waiting.splice(0, LARGEST_BATCH))
  desk.isWriting = false
}

async function write(ctx: Pick<AppContext, 'db'>, notes: Note[]): Promise<void> {
  try {
    await insertWebhookEvents(
      ctx.db,
      notes.map(({ event }) => event),
    )
    for (const { done } of notes) done()
  } catch (error) {
    // One that cannot be stored must not keep the others out.
    if (notes.length === 1) notes[0]?.failed(error)
    else for (const note of notes) await write(ctx, [note])
  }
}
