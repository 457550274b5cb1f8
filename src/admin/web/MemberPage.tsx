import '#app/admin/web/members/members.css'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router'
import type { Member } from '#app/admin/members.contract.ts'
import { memberPath, membersPath } from '#app/admin/members.facts.ts'
import { ActDialog, type MemberAct } from '#app/admin/web/members/ActDialog.tsx'
import { MailsPart } from '#app/admin/web/members/MailsPart.tsx'
import { MembershipPart } from '#app/admin/web/members/MembershipPart.tsx'
import {
  AcceptedPart,
  AuditLink,
  ReportsPart,
  SavingsPart,
  SessionsPart,
} from '#app/admin/web/members/OtherParts.tsx'
import { PaymentsPart } from '#app/admin/web/members/PaymentsPart.tsx'
import { loadMember, useMember } from '#app/admin/web/members/queries.ts'
import { useActs } from '#app/admin/web/members/use-acts.ts'
import { OneNotRead } from '#app/admin/web/shell/OneNotRead.tsx'
import { backOfficePage } from '#app/admin/web/shell/page-head.ts'
import { loadAdminSession } from '#app/admin/web/shell/session.ts'
import { formatDateAt } from '#app/shared/dates.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'

export const handle = backOfficePage('Member')

export async function loader({ params, context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  const { isOpen, role } = await loadAdminSession(queryClient)
  if (!isOpen || role !== 'owner') return { isGone: false }
  return { isGone: await loadMember(queryClient, params.userId ?? '') }
}

/** The page of one member, for owners. */
export function Component() {
  const { userId = '' } = useParams()
  const { isGone } = useLoaderData<typeof loader>()
  const { data: member } = useMember(userId)
  if (member) return <MemberScreen key={member.id} member={member} />
  return (
    <>
      <Back />
      <OneNotRead
        isGone={isGone}
        href={memberPath(userId)}
        title="Member"
        goneTitle="Nobody is here"
        gone="There is no such account, or it is deleted. What outlives one has no name, and stands beneath the search."
      >
        The page could not be read. Wait a minute, and try again.
      </OneNotRead>
    </>
  )
}

function Back() {
  return (
    <p className="metrics-back">
      <Link className="text-link" to={membersPath()} discover="none">
        All members
      </Link>
    </p>
  )
}

function MemberScreen({ member }: { member: Member }) {
  const { send, dialog } = useActs(member.id)
  const [act, setAct] = useState<MemberAct>()
  const doing = { member, send, ask: setAct }
  return (
    <>
      <Back />
      <header className="member-head">
        <h1 className="title">{member.email}</h1>
        <p className="soft">
          {`Account since ${formatDateAt(member.since)}${member.isConfirmed ? '' : ', address not confirmed'} · `}
          <AuditLink {...member} />
        </p>
      </header>
      <div className="member-parts">
        <div>
          <MembershipPart {...doing} />
          <PaymentsPart {...doing} />
          <SessionsPart {...doing} />
        </div>
        <div>
          <MailsPart {...doing} />
          <SavingsPart {...member} />
          <ReportsPart {...member} />
          <AcceptedPart {...member} />
        </div>
      </div>
      {act && <ActDialog act={act} onClose={() => setAct(undefined)} />}
      {dialog}
    </>
  )
}
