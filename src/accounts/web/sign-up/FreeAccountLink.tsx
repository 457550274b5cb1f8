import { useUser } from '#app/accounts/web/user.ts'
import { freeAccountBriefly } from '#app/shared/free-account.ts'
import { paths } from '#app/shared/paths.ts'
import { PageLink } from '#app/web/page/PageLink.tsx'
import { useReturnPath } from '#app/web/page/use-return-path.ts'

/** The second of two ways, for those who have no account: it stands after joining, and smaller. */
export function FreeAccountLink() {
  const next = useReturnPath()
  if (useUser()) return null
  return (
    <p className="fine">
      {'Or '}
      <PageLink className="link" to={paths.signUp(next)}>
        {freeAccountBriefly()}
      </PageLink>
    </p>
  )
}
