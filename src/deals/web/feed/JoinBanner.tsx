import { JoinButton } from '#app/membership/web/join/JoinButton.tsx'
import { spellNumberFirst } from '#app/shared/counts.ts'
import { FREE_DEALS_A_DAY } from '#app/shared/free-account.ts'

type Props = { viewer: 'visitor' | 'unconfirmed' | 'free'; isLast?: boolean }

/** What membership offers, for viewers without one. */
export function JoinBanner({ viewer, isLast = false }: Props) {
  return (
    <aside
      className="on-ink my-16 grid gap-8 bg-ink p-8 text-on-ink sm:p-12 lg:grid-cols-12 lg:items-end lg:p-16"
      aria-label={isLast ? 'Membership from tomorrow' : 'Membership'}
    >
      <p className="headline lg:col-span-8">
        {isLast ? 'Tomorrow morning, ' : 'Know what it is. '}
        <br />
        {isLast ? 'a new edition.' : 'Know where it is.'}
      </p>
      <div className="grid justify-items-start gap-6 lg:col-span-4">
        <p className="text-on-ink-soft">{words(viewer)}</p>
        <JoinButton />
      </div>
    </aside>
  )
}

function words(viewer: Props['viewer']): string {
  return viewer === 'free'
    ? `${spellNumberFirst(FREE_DEALS_A_DAY)} deals are open for you every day. Members have all of them, named and linked.`
    : 'Members see the name of every piece and go straight to the retailer that has it.'
}
