import { useUser } from '#app/accounts/web/user.ts'
import { freeAccountBriefly } from '#app/shared/free-account.ts'
import { paths } from '#app/shared/paths.ts'
import { PageLink } from '#app/web/page/PageLink.tsx'
import { useReturnPath } from '#app/web/page/use-return-path.ts'

/** The secondary option for people without an account, shown after joining and smaller. */
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
