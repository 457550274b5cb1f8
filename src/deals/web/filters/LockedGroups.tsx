import { paths } from '#app/shared/paths.ts'
import { PageLink } from '#app/web/page/PageLink.tsx'

/** A teaser for the members-only filters, with a link to join. */
export function LockedGroups({ next }: { next: string | undefined }) {
  return (
    <div className="facet facet-locked">
      <p className="facet-title">Retailer, Ships to</p>
      <p>
        Members see who has a piece, and choose by retailer and by where it ships.{' '}
        <PageLink className="text-link" to={paths.joinNow(next)}>
          Join
        </PageLink>
      </p>
    </div>
  )
}
