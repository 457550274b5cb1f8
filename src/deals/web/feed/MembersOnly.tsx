import { Link } from 'react-router'
import { type Filters, MEMBERS_FILTERS } from '#app/deals/filters/filters.facts.ts'
import { FOR_MEMBERS } from '#app/deals/filters/members-only.facts.ts'
import { feedPath, filtersOf, whatOf } from '#app/deals/web/filters/choosing.rules.ts'
import { JoinButton } from '#app/membership/web/join/JoinButton.tsx'
import { ProblemScreen } from '#app/web/page/ProblemScreen.tsx'

type Props = {
  eyebrow?: string
  why?: string | undefined
  what: string
  /** The address of a list with these filters. */
  pathOf?: (what: string) => string
}

/** Shown when the address uses members-only filters: a way to join, and the list without them. */
export function MembersOnly({
  eyebrow = 'Daily deals',
  why = FOR_MEMBERS,
  what,
  pathOf = feedPath,
}: Props) {
  const rest: Filters = { ...filtersOf(what), page: 1 }
  for (const name of MEMBERS_FILTERS) rest[name] = []
  return (
    <ProblemScreen
      eyebrow={eyebrow}
      title="Who has it is for members"
      actions={
        <JoinButton>
          <Link className="link text-sm" to={pathOf(whatOf(rest))}>
            See the list without it
          </Link>
        </JoinButton>
      }
    >
      <p className="lead">{why}</p>
    </ProblemScreen>
  )
}
