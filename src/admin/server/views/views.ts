import { type Actor, requireStillHere } from '#app/admin/server/audit/audit.ts'
import type { Views } from '#app/admin/views.contract.ts'
import { type ListColumn, MOST_VIEWS } from '#app/admin/views.facts.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { notFound, Problem } from '#app/server/problem.ts'
import { foldLetters } from '#app/shared/names.ts'
import { deleteView, findViews, putView } from './views.queries.ts'

type Saved = { name: string; address: string; hidden: ListColumn[] }

export async function listViews(ctx: Pick<AppContext, 'db'>, actor: Actor): Promise<Views> {
  const rows = await findViews(ctx.db, actor.id ?? null)
  const views = rows.map(({ id, name, address, columns }) => ({
    id,
    name,
    address,
    hidden: columns as ListColumn[],
  }))
  return { views }
}

/** Saves a view, replacing one of the same name. Throws 409 `too-many-views`. */
export async function saveView(
  ctx: Pick<AppContext, 'db' | 'now'>,
  actor: Actor,
  { name, address, hidden }: Saved,
): Promise<Views> {
  const administratorId = actor.id ?? null
  const nameKey = foldLetters(name)
  await ctx.db.transaction().execute(async (trx) => {
    const others = (await findViews(trx, administratorId)).filter((row) => row.nameKey !== nameKey)
    if (others.length >= MOST_VIEWS) {
      const text = `There are ${MOST_VIEWS} views already. Take one away first.`
      throw new Problem(409, 'too-many-views', text)
    }
    const createdAt = ctx.now()
    await putView(trx, {
      id: newId(),
      administratorId,
      name,
      nameKey,
      address,
      createdAt,
      columns: [...new Set(hidden)],
    })
    await requireStillHere(trx, actor)
  })
  return listViews(ctx, actor)
}

/** Deletes a view. Throws 404. */
export async function removeView(
  ctx: Pick<AppContext, 'db'>,
  actor: Actor,
  id: string,
): Promise<Views> {
  await ctx.db.transaction().execute(async (trx) => {
    if (!(await deleteView(trx, actor.id ?? null, id))) throw notFound('view')
    await requireStillHere(trx, actor)
  })
  return listViews(ctx, actor)
}
