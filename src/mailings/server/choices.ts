import { randomBytes } from 'node:crypto'
import type { Database } from '#app/db/database.ts'
import { type AlertChoice, type EditionChoice, USUAL_HOUR } from '#app/mailings/mailings.facts.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { hashToken } from '#app/server/tokens.ts'
import { BUSINESS_ZONE } from '#app/shared/dates.ts'
import { MAIL_STREAMS, type MailStream } from '#app/shared/mail-streams.ts'
import {
  findReaders,
  insertConsents,
  insertMailEvent,
  lockChoices,
  type ReaderRow,
  upsertChoices,
} from './choices.queries.ts'
import { type Hours, nextEditionAt } from './hours.rules.ts'

/** A reader's choices of streams and hours. Someone who has not answered gets nothing. */
export type StreamChoices = Hours & {
  alerts: AlertChoice
  answeredAt: Date | null
  /** Whether someone who reads the inbox has followed a link that we mailed there. */
  isInboxProven: boolean
  /** Why mail to this address is stopped despite the choices. */
  stopped: { why: 'bounce' | 'complaint'; at: Date } | undefined
  /** Whether mail of the chosen streams can reach the reader at all. */
  isReachable: boolean
}

/** Returns one reader's choices. */
export async function streamChoices(
  { db }: Pick<AppContext, 'db'>,
  userId: string,
): Promise<StreamChoices> {
  return (await streamChoicesOf({ db }, [userId])).get(userId) ?? choicesOf(undefined)
}

/** Returns many readers' choices with one query. */
export async function streamChoicesOf(
  { db }: Pick<AppContext, 'db'>,
  userIds: string[],
): Promise<Map<string, StreamChoices>> {
  if (userIds.length === 0) return new Map()
  const readers = await findReaders(db, userIds)
  return new Map(readers.map((reader) => [reader.id, choicesOf(reader)]))
}

/** Returns the choices of a row; without one, those of a person who has never been asked. */
export function choicesOf(reader: ReaderRow | undefined): StreamChoices {
  const isInboxProven = reader?.inboxProvenAt != null && reader.confirmedAt !== null
  const { stoppedAt = null, stoppedWhy = null } = reader ?? {}
  // A stop applies only to the address it was recorded for.
  const isOfThisAddress = reader && reader.stoppedAddressHash === hashToken(reader.email)
  const stopped =
    stoppedAt && stoppedWhy && isOfThisAddress ? { why: stoppedWhy, at: stoppedAt } : undefined
  return {
    edition: reader?.edition ?? 'never',
    editionWeekday: reader?.editionWeekday ?? 0,
    alerts: reader?.alerts ?? 'never',
    hour: reader?.hour ?? USUAL_HOUR,
    timeZone: reader?.timeZone ?? BUSINESS_ZONE,
    answeredAt: reader?.answeredAt ?? null,
    isInboxProven,
    stopped,
    isReachable: isInboxProven && !stopped,
  }
}

/** Tells whether a mail of this stream may go to the reader now. */
export function takes(choices: StreamChoices, stream: MailStream): boolean {
  return choices[stream] !== 'never' && choices.isReachable
}

export type Wish = {
  edition: EditionChoice
  editionWeekday: number
  alerts: AlertChoice
  hour: number
  timeZone: string
}

/**
 * Stores a reader's choices, and for each new yes a consent with its wording and place. Choosing also lifts a
 * stop after bounces or complaints, since the reader asks for mail again.
 */
export async function chooseStreams(
  ctx: Pick<AppContext, 'db' | 'now'>,
  {
    userId,
    wish,
    wording,
    place,
  }: {
    userId: string
    wish: Wish
    wording: Record<MailStream, string>
    place: string
  },
): Promise<void> {
  const now = ctx.now()
  const { edition, editionWeekday, alerts, hour, timeZone } = wish
  const chosen = { edition, editionWeekday, alerts, hour, timeZone }
  await ctx.db.transaction().execute(async (trx) => {
    const before = await lockChoices(trx, userId)
    await upsertChoices(trx, {
      userId,
      ref: before?.ref ?? newId(),
      linkKey: before?.linkKey ?? newLinkKey(),
      ...chosen,
      answeredAt: now,
      nextEditionAt: nextEditionAt(wish, now) ?? null,
      stoppedAt: null,
      stoppedWhy: null,
      stoppedAddressHash: null,
    })
    const changed = MAIL_STREAMS.filter((stream) => wish[stream] !== (before?.[stream] ?? 'never'))
    // Choosing after a stop counts as new consent, even to the same streams.
    const asked = before?.stoppedAt ? MAIL_STREAMS : changed
    const yeses = asked.filter((stream) => wish[stream] !== 'never')
    await insertConsents(
      trx,
      yeses.map((stream) => ({
        id: newId(),
        userId,
        stream,
        choice: wish[stream],
        wording: wording[stream],
        place,
        givenAt: now,
      })),
    )
    for (const stream of changed) {
      if (yeses.includes(stream)) continue
      const about = { id: newId(), userId, mailId: null, stream, happenedAt: now }
      await insertMailEvent(trx, { ...about, kind: 'unsubscribe', toldBy: place })
    }
  })
}

function newLinkKey(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns readers with their choices and current addresses, by user id. */
export async function readReaders(
  db: Database,
  userIds: string[],
): Promise<Map<string, { row: ReaderRow; choices: StreamChoices }>> {
  const readers = await findReaders(db, userIds)
  return new Map(readers.map((row) => [row.id, { row, choices: choicesOf(row) }]))
}
