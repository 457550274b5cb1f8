import {
  type Actor,
  recordAudit,
  recordDone,
  requireStillHere,
} from '#app/admin/server/audit/audit.ts'
import type {
  AnnouncementDraft,
  ChangedAnnouncement,
  NewAnnouncement,
  StartAnnouncement,
} from '#app/mailings/announcements.contract.ts'
import {
  changeAnnouncement,
  draftAnnouncement,
  removeAnnouncement,
  resumeAnnouncement,
  startAnnouncement,
  stopAnnouncement,
  tryAnnouncement,
} from '#app/mailings/server/announcements/announcements.ts'
import type { AppContext } from '#app/server/context.ts'

const letterSubject = (id: string, label: string) => ({ kind: 'mail' as const, id, label })
const wordsOf = ({ body, audience, about }: AnnouncementDraft) => ({
  body,
  audience,
  ...(about && { about: `${about.document}, version ${about.version}` }),
})

/** Creates a letter and its audit entry in one transaction, like each function below. */
export async function writeLetterAsOwner(
  ctx: AppContext,
  actor: Actor,
  draft: NewAnnouncement,
): Promise<string> {
  return ctx.db.transaction().execute(async (trx) => {
    const { id, done } = await draftAnnouncement(trx, ctx, { ...draft, by: actor.name })
    if (done === 'kept') return id
    await recordAudit(trx, ctx, actor, [
      {
        action: `mail.letter-${done}`,
        subject: letterSubject(id, draft.subject),
        after: wordsOf(draft),
      },
    ])
    return id
  })
}

export async function rewriteLetterAsOwner(
  ctx: AppContext,
  actor: Actor,
  { id, ...draft }: ChangedAnnouncement & { id: string },
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    await changeAnnouncement(trx, ctx, { ...draft, id, by: actor.name })
    await recordAudit(trx, ctx, actor, [
      {
        action: 'mail.letter-rewritten',
        subject: letterSubject(id, draft.subject),
        after: wordsOf(draft),
      },
    ])
  })
}

export async function deleteLetterAsOwner(
  ctx: AppContext,
  actor: Actor,
  id: string,
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const label = await removeAnnouncement(trx, id)
    await recordAudit(trx, ctx, actor, [
      { action: 'mail.letter-deleted', subject: letterSubject(id, label) },
    ])
  })
}

export async function tryLetterAsOwner(
  ctx: AppContext,
  actor: Actor,
  { id, to }: { id: string; to: string },
): Promise<void> {
  await requireStillHere(ctx.db, actor)
  const { subject } = await tryAnnouncement(ctx, { id, to })
  await ctx.db
    .transaction()
    .execute((trx) =>
      recordDone(trx, ctx, actor, [
        { action: 'mail.letter-tried', subject: letterSubject(id, subject), after: { to } },
      ]),
    )
}

export async function startLetterAsOwner(
  ctx: AppContext,
  actor: Actor,
  { id, ...wish }: StartAnnouncement & { id: string },
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const { subject, audience, people } = await startAnnouncement(trx, ctx, {
      ...wish,
      id,
      by: actor.name,
    })
    await recordAudit(trx, ctx, actor, [
      {
        action: 'mail.letter-sent',
        subject: letterSubject(id, subject),
        after: { audience, people, hours: wish.hours },
      },
    ])
  })
}

/** Stops a letter; stopping it again changes nothing. */
export async function stopLetterAsOwner(ctx: AppContext, actor: Actor, id: string): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const stopped = await stopAnnouncement(trx, ctx, id)
    if (!stopped) return
    await recordAudit(trx, ctx, actor, [
      { action: 'mail.letter-stopped', subject: letterSubject(id, stopped.subject) },
    ])
  })
}

export async function resumeLetterAsOwner(
  ctx: AppContext,
  actor: Actor,
  { id, hours }: { id: string; hours: number },
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const resumed = await resumeAnnouncement(trx, ctx, { id, hours })
    if (!resumed) return
    await recordAudit(trx, ctx, actor, [
      {
        action: 'mail.letter-resumed',
        subject: letterSubject(id, resumed.subject),
        after: { hours },
      },
    ])
  })
}
