import type { FilterProblem } from '#app/deals/filters/filters.facts.ts'
import { leftOutInWords } from '#app/deals/web/filters/left-out.copy.ts'

type Props = {
  /** What of the address was not understood. */
  problems: FilterProblem[]
  /** The words that were looked for, where others were asked for. */
  searchedFor: string | undefined
  q: string
}

/** Above the list: what it is not, though the address asks for it. */
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
