import type { ImportRecord } from '#app/admin/bulk-upload.contract.ts'
import { countOf, formatWhole } from '#app/admin/web/shell/words.rules.ts'

type Touched = Pick<ImportRecord, 'remaining' | 'published' | 'edited'>

/** `34 deals, 30 of them published, 2 edited since` */
export function touchedInWords({ remaining, published, edited }: Touched): string {
  const parts = [countOf(remaining, 'deal')]
  if (published > 0) {
    parts.push(
      published >= remaining
        ? remaining === 1
          ? 'published'
          : 'all published'
        : `${formatWhole(published)} of them published`,
    )
  }
  if (edited > 0) parts.push(`${formatWhole(edited)} edited since`)
  return parts.join(', ')
}

/** `34 deals were taken back.` */
export function undoneInWords(undoneCount: number): string {
  if (undoneCount === 0) return 'None of its deals were left to take back.'
  return `${countOf(undoneCount, 'deal')} ${undoneCount === 1 ? 'was' : 'were'} taken back.`
}

/** What became of an upload, in one line of the history. */
export function standingInWords(record: ImportRecord): string {
  const { state, remaining, createdCount, restorable, problemCount } = record
  if (state === 'refused') {
    return `Refused: ${countOf(problemCount, 'row')} wrong, nothing imported`
  }
  if (createdCount === 0) return 'Nothing new in it'
  const away = countOf(restorable, 'deal')
  if (remaining === 0) {
    return restorable > 0 ? `Taken back: ${away}` : 'None of its deals is left'
  }
  const left = touchedInWords(record)
  return restorable > 0 ? `${left}; taken back: ${away}` : left
}

/** `34 deals are back.`, and what could not come back. */
export function restoredInWords({
  restoredCount,
  leftCount,
}: {
  restoredCount: number
  leftCount: number
}): string {
  const back = `${countOf(restoredCount, 'deal')} ${restoredCount === 1 ? 'is' : 'are'} back.`
  if (leftCount === 0) return back
  return `${back} ${formatWhole(leftCount)} could not come back: another deal has the link by now.`
}
