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

/** What somebody takes by mail, and when their day is. Who has not answered takes nothing. */
export type StreamChoices = Hours & {
  alerts: AlertChoice
  answeredAt: Date | null
  /** Somebody who reads the inbox has followed a link that we mailed there. */
  isInboxProven: boolean
  /** Why nothing goes to this address, though it was asked for. */
  stopped: { why: 'bounce' | 'complaint'; at: Date } | undefined
  /** Whether a mail of a stream may go to them at all, if they take it. */
  isReachable: boolean
}

/** What one person has chosen, for whoever wants to tell them something. */
export async function streamChoices(
  { db }: Pick<AppContext, 'db'>,
  userId: string,
): Promise<StreamChoices> {
  return (await streamChoicesOf({ db }, [userId])).get(userId) ?? choicesOf(undefined)
}

/** The same of many, in one question. */
export async function streamChoicesOf(
  { db }: Pick<AppContext, 'db'>,
  userIds: string[],
): Promise<Map<string, StreamChoices>> {
  if (userIds.length === 0) return new Map()
  const readers = await findReaders(db, userIds)
  return new Map(readers.map((reader) => [reader.id, choicesOf(reader)]))
}

/** Of somebody without a row, who has never been asked, too. */
export function choicesOf(reader: ReaderRow | undefined): StreamChoices {
  const isInboxProven = reader?.inboxProvenAt != null && reader.confirmedAt !== null
  const { stoppedAt = null, stoppedWhy = null } = reader ?? {}
  // Another address since then has nothing to do with it.
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

/** Whether a mail of this stream may go to them now. */
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
 * Writes down what somebody chose, with each new yes in the words and at the place it was given. What
 * came back from their address before counts no more: they ask for it.
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
    // Who asks again for what had stopped says a new yes, also to the same.
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

/** People with their choices and the address to write to, by their ids. */
export async function readReaders(
  db: Database,
  userIds: string[],
): Promise<Map<string, { row: ReaderRow; choices: StreamChoices }>> {
  const readers = await findReaders(db, userIds)
  return new Map(readers.map((row) => [row.id, { row, choices: choicesOf(row) }]))
}
