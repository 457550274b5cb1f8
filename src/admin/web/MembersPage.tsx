import { NotRead } from '#app/admin/web/shell/NotRead.tsx'
import { backOfficePage } from '#app/admin/web/shell/page-head.ts'
import '#app/admin/web/members/members.css'
import { Form, Link, type LoaderFunctionArgs, useSearchParams } from 'react-router'
import type { FoundMembers } from '#app/admin/members.contract.ts'
import {
  LONGEST_ADDRESS_SEARCH,
  memberPath,
  membersPath,
  SHORTEST_ADDRESS_SEARCH,
} from '#app/admin/members.facts.ts'
import { PayersFound } from '#app/admin/web/members/PayersFound.tsx'
import { loadFound, useFound } from '#app/admin/web/members/queries.ts'
import { outlivedInWords, standingOfMember } from '#app/admin/web/members/words.copy.ts'
import { loadAdminSession } from '#app/admin/web/shell/session.ts'
import { formatDateAt } from '#app/shared/dates.ts'
import { offer, type Plan } from '#app/shared/offer.ts'
import { Button } from '#app/ui/Button.tsx'
import { Field } from '#app/ui/Field.tsx'
import { queryClientContext } from '#app/web/api/query-client.ts'

export const handle = backOfficePage('Members')

/** Cut to the server's limit: no address is longer. */
const wishIn = (search: URLSearchParams) =>
  (search.get('q') ?? '').trim().slice(0, LONGEST_ADDRESS_SEARCH)

export async function loader({ request, context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  const { isOpen, role } = await loadAdminSession(queryClient)
  const q = wishIn(new URL(request.url).searchParams)
  if (isOpen && role === 'owner') await loadFound(queryClient, q)
  return null
}

/** Searches members by e-mail address. */
export function Component() {
  const [search] = useSearchParams()
  const q = wishIn(search)
  const found = useFound(q)
  return (
    <>
      <h1 className="title admin-title">Members</h1>
      <Form action={membersPath()} className="member-search" role="search">
        <Field
          key={q}
          label="Address, or its beginning"
          name="q"
          type="search"
          defaultValue={q}
          maxLength={LONGEST_ADDRESS_SEARCH}
          autoComplete="off"
          spellCheck={false}
        />
        <Button type="submit">Look</Button>
      </Form>
      {found ? (
        <>
          <Found found={found} />
          <Outlived {...found} />
        </>
      ) : (
        <NotRead href={membersPath(q)}>
          The list could not be read. Wait a minute, and try again.
        </NotRead>
      )}
    </>
  )
}

function Found({ found: { q, isTooShort, members, payers, hasMore } }: { found: FoundMembers }) {
  if (q === '') {
    return (
      <p className="soft">
        Every account has its page here: membership, payments, mails, savings, reports and sessions.
        Each look at one is in the audit.
      </p>
    )
  }
  if (isTooShort) {
    return (
      <p className="soft">{`Type at least ${SHORTEST_ADDRESS_SEARCH} signs of the address.`}</p>
    )
  }
  if (members.length === 0 && payers.length === 0) {
    return <p role="status">Nobody has an address that begins so, and no payment waits with one.</p>
  }
  return (
    <>
      {members.length === 0 && <p role="status">No account has an address that begins so.</p>}
      {members.length > 0 && (
        <ul className="member-found" aria-label="Found">
          {members.map(({ id, email, standing, plan, since }) => (
            <li key={id}>
              <Link to={memberPath(id)} discover="none">
                <span className="member-address">{email}</span>
                <span>
                  {standingOfMember(standing)}
                  {plan && <span className="soft">{`, ${offer.plans[plan as Plan].name}`}</span>}
                </span>
                <span className="soft">{`since ${formatDateAt(since)}`}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <PayersFound payers={payers} />
      {hasMore && <p className="soft">There are more: type more of the address.</p>}
    </>
  )
}

/** Figures about deleted accounts. */
function Outlived({ outlived }: FoundMembers) {
  return (
    <section className="member-outlived" aria-labelledby="outlived">
      <h2 id="outlived" className="panel-title">
        What outlives an account that is deleted
      </h2>
      <ul className="soft">
        {outlivedInWords(outlived).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="soft">
        Payments, refunds and what was agreed to stay, as accounts and proof, without a name: whose
        they were is known to nobody here.
      </p>
    </section>
  )
}
