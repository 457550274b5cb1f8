import { adminPaths } from '#app/admin/paths.facts.ts'
import { NotRead } from '#app/admin/web/shell/NotRead.tsx'
import { backOfficePage } from '#app/admin/web/shell/page-head.ts'
import '#app/admin/web/mail/mail.css'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { EditionPanel } from '#app/admin/web/mail/EditionPanel.tsx'
import { Days, Held, Refused } from '#app/admin/web/mail/Held.tsx'
import { askedIn, loadMailDesk, useMailDesk } from '#app/admin/web/mail/queries.ts'
import { Streams } from '#app/admin/web/mail/Streams.tsx'
import { loadAdminSession } from '#app/admin/web/shell/session.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'

export const handle = backOfficePage('Mail')

export async function loader({ request, context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  const { isOpen } = await loadAdminSession(queryClient)
  if (isOpen) await loadMailDesk(queryClient, askedIn(new URL(request.url).searchParams))
  return null
}

/** Who gets which mail, a preview of tomorrow's edition, and the fate of earlier mails. */
export function Component() {
  const [search] = useSearchParams()
  const asked = askedIn(search)
  const { data: desk } = useMailDesk()
  return (
    <>
      <h1 className="title admin-title">Mail</h1>
      {!desk && <NotRead href={adminPaths.mail()}>The mail desk could not be read.</NotRead>}
      {desk && (
        <div className="mail-desk">
          <Streams streams={desk.streams} membership={desk.membership} />
          <EditionPanel key={`${asked.as} ${asked.edition} ${asked.email}`} asked={asked} />
          <Days days={desk.days} />
          <Held held={desk.held} />
          <Refused refused={desk.refused} />
        </div>
      )}
    </>
  )
}
