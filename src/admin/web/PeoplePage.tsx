import '#app/admin/web/people/people.css'
import { useQueryClient } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import type { People } from '#app/admin/administrators/administrators.contract.ts'
import { adminPaths } from '#app/admin/paths.facts.ts'
import { Invitations } from '#app/admin/web/people/Invitations.tsx'
import { Inviting } from '#app/admin/web/people/Inviting.tsx'
import { PeopleList } from '#app/admin/web/people/PeopleList.tsx'
import { loadPeople, readPeopleAgain, usePeople } from '#app/admin/web/people/queries.ts'
import { changeFailureText } from '#app/admin/web/shell/failures.ts'
import { NotRead } from '#app/admin/web/shell/NotRead.tsx'
import { backOfficePage } from '#app/admin/web/shell/page-head.ts'
import { loadAdminSession, useAdminSession } from '#app/admin/web/shell/session.ts'
import { GivenUp, useProof } from '#app/admin/web/shell/use-proof.tsx'
import { queryClientContext } from '#app/web/api/query-client.ts'
import { showToast } from '#app/web/toasts/toasts.ts'

export const handle = backOfficePage('People')

export async function loader({ context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  const { isOpen, role } = await loadAdminSession(queryClient)
  if (isOpen && role === 'owner') await loadPeople(queryClient)
  return null
}

/** The administrators and the open invitations. */
export function Component() {
  const people = usePeople()
  const { role, isEmergency } = useAdminSession()
  const queryClient = useQueryClient()
  const { withProof, dialog } = useProof()

  /** Performs an act and refetches the list; reports an error if it fails. */
  async function act(done: string, work: () => Promise<unknown>): Promise<boolean> {
    try {
      await withProof(work)
      showToast({ title: done })
      return true
    } catch (error) {
      if (!(error instanceof GivenUp)) {
        showToast({ title: changeFailureText(error), tone: 'error' })
      }
      return false
    } finally {
      void readPeopleAgain(queryClient)
    }
  }

  if (role !== 'owner') {
    return (
      <div className="admin-empty">
        <h1 className="title">People</h1>
        <p>Owners see to who works here. Ask one of them.</p>
      </div>
    )
  }
  return (
    <>
      <h1 className="title admin-title">People</h1>
      {people && <Standing people={people} isEmergency={isEmergency} />}
      {!people && <NotRead href={adminPaths.people()}>The list could not be read.</NotRead>}
      <div className="people">
        <div>
          {people && <PeopleList people={people} isEmergency={isEmergency} act={act} />}
          {people && people.invitations.length > 0 && (
            <Invitations people={people} isEmergency={isEmergency} act={act} />
          )}
        </div>
        <Inviting isEmergency={isEmergency} withProof={withProof} />
      </div>
      {dialog}
    </>
  )
}

function Standing({ people, isEmergency }: { people: People; isEmergency: boolean }) {
  if (isEmergency) {
    return (
      <p className="notice">
        This is the emergency door: it asks an owner in, and does nothing else. All owners were
        told.
      </p>
    )
  }
  if (people.hasOwner) return null
  return (
    <p className="notice">
      There is no owner yet: everybody who knows the password can do everything. Ask yourself in as
      owner first; from then on each has keys of their own, and the password opens nothing.
    </p>
  )
}
