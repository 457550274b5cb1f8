import { adminPaths } from '#app/admin/paths.facts.ts'
import { NotRead } from '#app/admin/web/shell/NotRead.tsx'
import { backOfficePage } from '#app/admin/web/shell/page-head.ts'
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

export const handle = backOfficePage('Guarantee')

export async function loader({ request, context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  const { isOpen } = await loadAdminSession(queryClient)
  if (isOpen) await loadGuaranteeDesk(queryClient, deskWishIn(new URL(request.url).searchParams))
  return null
}

/** The guarantees of first years, the claims on them, and what they could cost. */
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
        <NotRead href={adminPaths.guarantee()}>The claims could not be read.</NotRead>
      )}
    </>
  )
}
