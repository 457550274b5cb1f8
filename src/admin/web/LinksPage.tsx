import '#app/admin/web/deal-form/form.css'
import '#app/admin/web/deal-form/picture-field.css'
import '#app/admin/web/rates/rates.css'
import '#app/admin/web/links/links.css'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { adminPaths } from '#app/admin/paths.facts.ts'
import { Bookmarklet } from '#app/admin/web/links/Bookmarklet.tsx'
import { LinksDesk } from '#app/admin/web/links/LinksDesk.tsx'
import { PasteForm } from '#app/admin/web/links/PasteForm.tsx'
import { loadLinks, useLinks } from '#app/admin/web/links/queries.ts'
import { NotRead } from '#app/admin/web/shell/NotRead.tsx'
import { backOfficePage } from '#app/admin/web/shell/page-head.ts'
import { loadAdminSession } from '#app/admin/web/shell/session.ts'
import { LONGEST_LINK } from '#app/deals/deals.facts.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'

export const handle = backOfficePage('Links')

export async function loader({ context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  const { isOpen } = await loadAdminSession(queryClient)
  if (isOpen) await loadLinks(queryClient)
  return null
}

/** Turns pasted links into drafts: they are read, reviewed and made into deals. */
export function Component() {
  const [search] = useSearchParams()
  const desk = useLinks()
  return (
    <>
      <h1 className="title admin-title">Links</h1>
      <PasteForm given={(search.get('link') ?? '').slice(0, LONGEST_LINK)} />
      <Bookmarklet />
      {desk ? (
        <LinksDesk desk={desk} />
      ) : (
        <NotRead href={adminPaths.links()}>The links could not be read.</NotRead>
      )}
    </>
  )
}
