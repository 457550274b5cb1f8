import type { Trx } from '#app/db/database.ts'
import { getManagedDealRecord } from '#app/deals/server/deal/managed-deals.queries.ts'
import type { AppContext } from '#app/server/context.ts'
import { Problem } from '#app/server/problem.ts'
import { type DealOutcome, updateDeal } from './editing.ts'

type Said = { picture: string; text: string }

/**
 * Sets the alternative text of a picture that has none. Throws 404, 409 when somebody has set one meanwhile,
 * and 422 when the text gives away locked facts; the caller must then roll back.
 */
export async function sayAlternative(
  trx: Trx,
  ctx: Pick<AppContext, 'now'>,
  id: string,
  { picture, text }: Said,
): Promise<DealOutcome> {
  const pictureId = picture.replace(/\.jpg$/, '')
  const { pictureNotes } = await getManagedDealRecord(trx, id)
  const before = pictureNotes?.[pictureId]
  const { alternative = '', x = null, y = null, isKept = false } = before ?? {}
  if (alternative !== '') {
    throw new Problem(409, 'picture-told', 'Somebody has said meanwhile what its picture shows.')
  }
  const focus: [number, number] | null = x !== null && y !== null ? [x, y] : null
  const note = { alternative: text, focus, isKept }
  return updateDeal(trx, ctx, id, { pictureNotes: { [pictureId]: note } })
}
