import type { FilterProblem } from '#app/deals/filters/filters.facts.ts'
import { leftOutInWords } from '#app/deals/web/filters/left-out.copy.ts'

type Props = {
  /** Values in the address that were not understood. */
  problems: FilterProblem[]
  /** The corrected words, when they differ from those that were typed. */
  searchedFor: string | undefined
  q: string
}

/** Notes above the list about where it differs from what the address asks for. */
export function FeedNotes({ problems, searchedFor, q }: Props) {
  return (
    <>
      {problems.length > 0 && <p className="notice mb-6">{leftOutInWords(problems)}</p>}
      {searchedFor && (
        <p className="mb-6">
          {'Nothing says '}
          <q>{q}</q>
          {'. These are for '}
          <b>{searchedFor}</b>.
        </p>
      )}
    </>
  )
}
