import { Link } from 'react-router'
import { type Filters, MEMBERS_FILTERS } from '#app/deals/filters/filters.facts.ts'
import { feedPath, filtersOf, whatOf } from '#app/deals/web/filters/choosing.rules.ts'
import { JoinButton } from '#app/membership/web/join/JoinButton.tsx'
import { ProblemScreen } from '#app/web/page/ProblemScreen.tsx'

type Props = { what: string; why: string | undefined }

/** The address narrows by what only members know: the way in, and the list without it. */
export function MembersOnly({ what, why = 'These filters are for members.' }: Props) {
  const rest: Filters = { ...filtersOf(what), page: 1 }
  for (const name of MEMBERS_FILTERS) rest[name] = []
  return (
    <ProblemScreen
      eyebrow="Daily deals"
      title="Who has it is for members"
      actions={
        <JoinButton>
          <Link className="link text-sm" to={feedPath(whatOf(rest))}>
            See the list without it
          </Link>
        </JoinButton>
      }
    >
      <p className="lead">{why}</p>
    </ProblemScreen>
  )
}
