import { adminPaths } from '#app/admin/paths.facts.ts'
import '#app/admin/web/mail/mail.css'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { EditionPanel } from '#app/admin/web/mail/EditionPanel.tsx'
import { Days, Held, Refused } from '#app/admin/web/mail/Held.tsx'
import { askedIn, loadMailDesk, useMailDesk } from '#app/admin/web/mail/queries.ts'
import { Streams } from '#app/admin/web/mail/Streams.tsx'
import { loadAdminSession } from '#app/admin/web/shell/session.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { TryAgain } from '#app/web/page/TryAgain.tsx'

export const handle: PageHandle = {
  head: ({ settings: { club } }) => ({
    title: 'Mail · Back office',
    description: `The back office of ${club.name}.`,
    isHidden: true,
  }),
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  const { isOpen } = await loadAdminSession(queryClient)
  if (isOpen) await loadMailDesk(queryClient, askedIn(new URL(request.url).searchParams))
  return null
}

/** Who gets which mail, tomorrow's edition before it goes out, and what became of the others. */
export function Component() {
  const [search] = useSearchParams()
  const asked = askedIn(search)
  const { data: desk } = useMailDesk()
  return (
    <>
      <h1 className="title admin-title">Mail</h1>
      {!desk && (
        <div className="admin-empty">
          <p className="admin-error">The mail desk could not be read.</p>
          <TryAgain href={adminPaths.mail()} />
        </div>
      )}
      {desk && (
        <div className="mail-desk">
          <Streams streams={desk.streams} />
          <EditionPanel key={`${asked.as} ${asked.edition} ${asked.email}`} asked={asked} />
          <Days days={desk.days} />
          <Held held={desk.held} />
          <Refused refused={desk.refused} />
        </div>
      )}
    </>
  )
}
