import { Link } from 'react-router'
import { paths } from '#app/web/paths.ts'

type Props = { viewer: 'visitor' | 'free'; isLast?: boolean }

/** What membership gives, for those who have none. */
export function JoinBanner({ viewer, isLast = false }: Props) {
  return (
    <aside className="on-ink bg-ink text-on-ink" aria-label="Membership">
      <div className="grid gap-8 p-8 sm:p-12 lg:grid-cols-12 lg:items-end lg:p-16">
        <div className="lg:col-span-8">
          <p className="caps mb-5 text-on-ink-soft">Membership</p>
          <p className="headline">
            <span className="block">{isLast ? 'Tomorrow morning, ' : 'Know what it is. '}</span>
            <span className="block">{isLast ? 'a new edition.' : 'Know where it is.'}</span>
          </p>
        </div>
        <div className="grid justify-items-start gap-6 lg:col-span-4">
          <p className="text-on-ink-soft">{words(viewer)}</p>
          {viewer === 'visitor' && (
            <Link discover="none" className="button" to={paths.signIn()}>
              Already a member? Sign in
            </Link>
          )}
        </div>
      </div>
    </aside>
  )
}

function words(viewer: Props['viewer']): string {
  return viewer === 'free'
    ? 'Three deals are open for you every day. Members have all of them, named and linked. Membership opens soon.'
    : 'Members see the name of every piece and go straight to the retailer that has it. Membership opens soon.'
}
