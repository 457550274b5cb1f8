import { adminPaths } from '#app/admin/paths.facts.ts'
import '#app/admin/web/mail/mail.css'
import '#app/admin/web/guarantee/guarantee.css'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { ClaimLists } from '#app/admin/web/guarantee/Claims.tsx'
import { Months } from '#app/admin/web/guarantee/Months.tsx'
import {
  deskWishIn,
  loadGuaranteeDesk,
  useGuaranteeDesk,
} from '#app/admin/web/guarantee/queries.ts'
import { loadAdminSession } from '#app/admin/web/shell/session.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { TryAgain } from '#app/web/page/TryAgain.tsx'

export const handle: PageHandle = {
  head: ({ settings: { club } }) => ({
    title: 'Guarantee · Back office',
    description: `The back office of ${club.name}.`,
    isHidden: true,
  }),
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  const { isOpen } = await loadAdminSession(queryClient)
  if (isOpen) await loadGuaranteeDesk(queryClient, deskWishIn(new URL(request.url).searchParams))
  return null
}

/** What was promised for first years, what is asked for, and what it could come to. */
export function Component() {
  const [search] = useSearchParams()
  const asked = deskWishIn(search)
  const { data: desk } = useGuaranteeDesk(asked)
  return (
    <>
      <h1 className="title admin-title">Guarantee</h1>
      {desk ? (
        <div className="mail-desk">
          <ClaimLists desk={desk} asked={asked} />
          <Months desk={desk} />
        </div>
      ) : (
        <div className="admin-empty">
          <p className="admin-error">The claims could not be read.</p>
          <TryAgain href={adminPaths.guarantee()} />
        </div>
      )}
    </>
  )
}
