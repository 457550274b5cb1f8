import type { Trx } from '#app/db/database.ts'
import { nameGivenAway } from '#app/deals/editing/alternative-text.copy.ts'
import type { PictureNote } from '#app/deals/editing/picture-notes.facts.ts'
import type { ManagedDealRecord } from '#app/deals/server/deal/managed-deals.queries.ts'
import { hiddenNames } from '#app/deals/server/deal/serialize-deal.ts'
import { refuseFaults } from './columns.ts'
import { writeNotes } from './editing.queries.ts'

type Notes = Record<string, PictureNote>

export function notesDiffer({ pictureNotes }: ManagedDealRecord, notes: Notes = {}): boolean {
  return Object.entries(notes).some(([id, { alternative, focus, isKept }]) => {
    const before = pictureNotes?.[id]
    const isSame =
      (before?.alternative ?? '') === alternative &&
      (before?.x ?? null) === (focus?.[0] ?? null) &&
      (before?.y ?? null) === (focus?.[1] ?? null) &&
      (before?.isKept ?? false) === isKept
    return !isSame
  })
}

/**
 * Saves the notes of a deal's pictures and deletes those of other pictures. Throws 422 `invalid-deal` for a
 * note of a picture that the deal does not have.
 */
export async function saveNotes(
  trx: Trx,
  dealId: string,
  { notes = {}, pictureIds }: { notes: Notes | undefined; pictureIds: Array<string | null> },
): Promise<void> {
  if (Object.keys(notes).some((id) => !pictureIds.includes(id))) {
    refuseFaults({ pictureNotes: 'Something is said of a picture that this deal has not.' })
  }
  const rows = Object.entries(notes).map(([pictureId, { alternative, focus, isKept }]) => {
    const [focusX = null, focusY = null] = focus ?? []
    return { dealId, pictureId, alternative, focusX, focusY, isKept }
  })
  await writeNotes(trx, dealId, rows)
}

/** Throws 422 `invalid-deal` when a public alternative text contains locked facts. */
export function refuseGivenAway(row: ManagedDealRecord): void {
  const hidden = hiddenNames(row)
  const texts = Object.values(row.pictureNotes ?? {}).map(({ alternative }) => alternative)
  for (const text of texts) {
    const told = text === '' ? undefined : nameGivenAway(text, hidden, row)
    if (told === undefined) continue
    const words = `Everybody may read the alternative text of a picture, and this one gives away what is for members: “${told}”.`
    refuseFaults({ pictureNotes: words })
  }
}
