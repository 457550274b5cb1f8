import { type Actor, recordAudit, requireStillHere } from '#app/admin/server/audit/audit.ts'
import { putIntoEdition } from '#app/deals/server/planning/planning.ts'
import type {
  ChangeLink,
  DealsMade,
  MakeDeals,
  Pasted,
  PastedLinks,
} from '#app/links/links.contract.ts'
import {
  changeLink,
  fetchOffered,
  readAgain,
  readLinks,
  removeLinks,
} from '#app/links/server/links.ts'
import { fetchLatePictures, makeDeal } from '#app/links/server/make.ts'
import { pasteLinks } from '#app/links/server/pasting.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { Problem } from '#app/server/problem.ts'
import { countOf } from '#app/shared/counts.ts'

/** Stores pasted links; returns what was added and the desk as it is then. */
export async function pasteAsAdmin(ctx: AppContext, actor: Actor, text: string): Promise<Pasted> {
  const pasted = await ctx.db.transaction().execute(async (trx) => {
    const outcome = await pasteLinks(trx, ctx, text, actor.name)
    if (outcome.added > 0) {
      await recordAudit(trx, ctx, actor, [
        {
          action: 'link.pasted',
          subject: { kind: 'link', id: newId(), label: countOf(outcome.added, 'link') },
        },
      ])
    }
    return outcome
  })
  return { ...pasted, desk: await readLinks(ctx) }
}

export async function changeLinkAsAdmin(
  ctx: AppContext,
  actor: Actor,
  id: string,
  change: ChangeLink,
): Promise<PastedLinks> {
  await ctx.db.transaction().execute(async (trx) => {
    await changeLink(trx, ctx, id, change)
    await requireStillHere(trx, actor)
  })
  return readLinks(ctx)
}

export async function readLinkAgain(
  ctx: AppContext,
  actor: Actor,
  id: string,
): Promise<PastedLinks> {
  await ctx.db.transaction().execute(async (trx) => {
    await readAgain(trx, ctx, id)
    await requireStillHere(trx, actor)
  })
  return readLinks(ctx)
}

export async function fetchLinkPictures(
  ctx: AppContext,
  actor: Actor,
  id: string,
): Promise<PastedLinks> {
  await requireStillHere(ctx.db, actor)
  await fetchOffered(ctx, id)
  return readLinks(ctx)
}

export async function removeLinksAsAdmin(
  ctx: AppContext,
  actor: Actor,
  ids: string[],
): Promise<PastedLinks> {
  await ctx.db.transaction().execute(async (trx) => {
    const removed = await removeLinks(trx, ids)
    if (removed.length === 0) return
    await recordAudit(trx, ctx, actor, [
      {
        action: 'link.removed',
        subject: { kind: 'link', id: newId(), label: countOf(removed.length, 'link') },
        before: { pasted: removed.join('\n') },
      },
    ])
  })
  return readLinks(ctx)
}

/**
 * Makes draft deals one by one, each with its audit entry, and plans them for the edition of a day if one is
 * given.
 */
export async function makeDealsAsAdmin(
  ctx: AppContext,
  actor: Actor,
  { links, day, isSure }: MakeDeals,
): Promise<DealsMade> {
  // Whoever makes deals before the background job has fetched the pictures still gets them.
  await fetchLatePictures(
    ctx,
    links.map(({ id }) => id),
  )
  const batchId = newId()
  const made: DealsMade['made'] = []
  const left: DealsMade['left'] = []
  for (const { id, version } of links) {
    const each = await makeDeal(ctx, { id, version, isSure, by: actor.name }, (trx, outcome) =>
      recordAudit(
        trx,
        ctx,
        actor,
        [
          {
            action: 'deal.created',
            subject: { kind: 'deal', id: outcome.id, label: outcome.label },
            before: null,
            after: outcome.after,
          },
        ],
        batchId,
      ),
    )
    if ('reason' in each) left.push({ id, reason: each.reason })
    else made.push({ id, dealId: each.outcome.id, title: each.outcome.label })
  }
  if (day !== null && made.length > 0) await plan(ctx, actor, { day, made, left })
  return { made, left, desk: await readLinks(ctx) }
}

/** The deals are made in any case; those for which the edition has no room are listed with the reason. */
async function plan(
  ctx: AppContext,
  actor: Actor,
  { day, made, left }: Pick<DealsMade, 'made' | 'left'> & { day: string },
): Promise<void> {
  const ids = made.map(({ dealId }) => dealId)
  const linkOf = (dealId: string) => made.find((each) => each.dealId === dealId)?.id ?? dealId
  try {
    await ctx.db.transaction().execute(async (trx) => {
      const outcome = await putIntoEdition(trx, ctx, day, { ids, by: actor.name })
      for (const { id, reason } of outcome.left) left.push({ id: linkOf(id), reason })
      await recordAudit(
        trx,
        ctx,
        actor,
        outcome.added.map(({ id, label }) => ({
          action: 'deal.planned',
          subject: { kind: 'deal', id, label },
          before: { edition: null },
          after: { edition: day },
        })),
      )
    })
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500 || error.status === 401) throw error
    for (const { id } of made) left.push({ id, reason: error.message })
  }
}
