import { adminPaths } from '#app/admin/paths.facts.ts'
import { NotRead } from '#app/admin/web/shell/NotRead.tsx'
import { backOfficePage } from '#app/admin/web/shell/page-head.ts'
import '#app/admin/web/people/people.css'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { LONGEST_ADMIN_NAME } from '#app/admin/admin.facts.ts'
import type { People } from '#app/admin/administrators/administrators.contract.ts'
import {
  type AdministratorRole,
  INVITATION_HOURS,
  ROLE_WORDS,
  ROLES,
} from '#app/admin/administrators/administrators.facts.ts'
import { loadPeople, readPeopleAgain, usePeople } from '#app/admin/web/people/queries.ts'
import { failuresOfForm, failureText } from '#app/admin/web/shell/failures.ts'
import { loadAdminSession, useAdminSession } from '#app/admin/web/shell/session.ts'
import { GivenUp, useProof } from '#app/admin/web/shell/use-proof.tsx'
import { countOf } from '#app/shared/counts.ts'
import { formatMoment } from '#app/shared/dates.ts'
import { Button } from '#app/ui/Button.tsx'
import { Field } from '#app/ui/Field.tsx'
import { browserApi } from '#app/web/api/api.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import { showToast } from '#app/web/toasts/toasts.ts'

export const handle = backOfficePage('People')

export async function loader({ context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  const { isOpen, role } = await loadAdminSession(queryClient)
  if (isOpen && role === 'owner') await loadPeople(queryClient)
  return null
}

/** Who works here, and who is asked in. */
export function Component() {
  const people = usePeople()
  const { role, isEmergency } = useAdminSession()
  const queryClient = useQueryClient()
  const { withProof, dialog } = useProof()

  /** Does it, reads the list again, and says what went wrong. */
  async function act(done: string, work: () => Promise<unknown>): Promise<boolean> {
    try {
      await withProof(work)
      showToast({ title: done })
      return true
    } catch (error) {
      if (!(error instanceof GivenUp)) {
        showToast({ title: failureText(error), tone: 'error' })
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
          {people && people.invitations.length > 0 && <Invitations people={people} act={act} />}
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
        This is the emergency door: ask an owner in, or take an invitation back. All owners were
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

type Act = (done: string, work: () => Promise<unknown>) => Promise<boolean>

function PeopleList({
  people,
  isEmergency,
  act,
}: {
  people: People
  isEmergency: boolean
  act: Act
}) {
  if (people.people.length === 0) return <p className="soft">Nobody has an account yet.</p>
  return (
    <ul className="people-list">
      {people.people.map((person) => (
        <li key={person.id} className="people-row">
          <div>
            <p className="people-name">
              {person.name}
              {person.isYou && <span className="soft"> (you)</span>}
            </p>
            <p className="soft people-email">{person.email}</p>
            <p className="soft">
              {keysInWords(person)}
              {' · '}
              {person.lastSeenAt ? `here ${formatMoment(person.lastSeenAt)}` : 'not here right now'}
            </p>
          </div>
          <div className="people-do">
            <label className="sr" htmlFor={`role-${person.id}`}>
              Role of {person.name}
            </label>
            <select
              id={`role-${person.id}`}
              className="input"
              value={person.role}
              disabled={isEmergency}
              onChange={({ target }) =>
                act(
                  `${person.name} is ${ROLE_WORDS[target.value as AdministratorRole].name.toLowerCase()} now`,
                  () =>
                    browserApi.request('PATCH', `/api/admin/people/${person.id}`, {
                      role: target.value,
                    }),
                )
              }
            >
              {ROLES.map((role) => (
                <option key={role} value={role}>
                  {ROLE_WORDS[role].name}
                </option>
              ))}
            </select>
            {(!isEmergency || person.role === 'owner') && (
              <Button
                variant="tool"
                aria-label={`Send ${person.name} new keys`}
                onClick={() =>
                  act(
                    `${person.name} gets a link for new keys, which works for ${INVITATION_HOURS} hours`,
                    () =>
                      browserApi.request('POST', '/api/admin/people', {
                        ...{ name: person.name, email: person.email, role: person.role },
                      }),
                  )
                }
              >
                New keys
              </Button>
            )}
            {!isEmergency && (
              <RemoveButton
                name={person.name}
                onRemove={() =>
                  act(`${person.name} is removed`, () =>
                    browserApi.request('DELETE', `/api/admin/people/${person.id}`),
                  )
                }
              />
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

function keysInWords({ hasApp, passkeys, recoveryCodesLeft }: People['people'][number]): string {
  const keys = [
    ...(passkeys > 0 ? [countOf(passkeys, 'passkey')] : []),
    ...(hasApp ? ['code app'] : []),
  ]
  return `${keys.join(' and ') || 'no second key'}, ${countOf(recoveryCodesLeft, 'recovery code')} left`
}

/** Asks once more on the button itself: it acts at once, everywhere. */
function RemoveButton({ name, onRemove }: { name: string; onRemove: () => Promise<boolean> }) {
  const [isAsking, setIsAsking] = useState(false)
  if (!isAsking) {
    return (
      <Button variant="tool" onClick={() => setIsAsking(true)} aria-label={`Remove ${name}`}>
        Remove
      </Button>
    )
  }
  return (
    <Button variant="tool-main" onClick={onRemove} onBlur={() => setIsAsking(false)}>
      Yes, remove {name}
    </Button>
  )
}

function Invitations({ people, act }: { people: People; act: Act }) {
  return (
    <section aria-labelledby="invited-title" className="people-invited">
      <h2 id="invited-title" className="panel-title">
        Asked in
      </h2>
      <ul className="people-list">
        {people.invitations.map((invitation) => (
          <li key={invitation.id} className="people-row">
            <div>
              <p className="people-name">{invitation.name}</p>
              <p className="soft people-email">{invitation.email}</p>
              <p className="soft">
                {`${ROLE_WORDS[invitation.role].name}, by ${invitation.invitedBy}, until ${formatMoment(invitation.expiresAt)}`}
              </p>
            </div>
            <div className="people-do">
              <Button
                variant="tool"
                aria-label={`Take back the invitation of ${invitation.name}`}
                onClick={() =>
                  act('The invitation is taken back', () =>
                    browserApi.request('DELETE', `/api/admin/people/invitations/${invitation.id}`),
                  )
                }
              >
                Take back
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

type InvitingProps = {
  isEmergency: boolean
  withProof: <T>(act: () => Promise<T>) => Promise<T>
}

function Inviting({ isEmergency, withProof }: InvitingProps) {
  const queryClient = useQueryClient()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isBusy, setIsBusy] = useState(false)
  const roles = isEmergency ? (['owner'] as const) : ROLES

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const form = event.currentTarget
    const given = Object.fromEntries(new FormData(form))
    setIsBusy(true)
    setErrors({})
    try {
      await withProof(() => browserApi.request('POST', '/api/admin/people', given))
      form.reset()
      showToast({
        title: `${given.name} is asked in`,
        description: `The link in the mail works for ${INVITATION_HOURS} hours.`,
      })
      await readPeopleAgain(queryClient)
    } catch (error) {
      if (error instanceof GivenUp) return
      setErrors(failuresOfForm(error))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <section className="people-new" aria-labelledby="invite-title">
      <h2 id="invite-title" className="panel-title">
        Ask somebody in
      </h2>
      <p className="soft">
        They choose a password and a second key by a link in a mail. Whoever has lost theirs gets
        ‘New keys’ in the list: what they have works until they have taken the new ones.
      </p>
      <form method="post" className="factor-code" onSubmit={submit}>
        <Field
          label="Name"
          name="name"
          maxLength={LONGEST_ADMIN_NAME}
          required
          autoComplete="off"
          error={errors.name}
        />
        <Field
          label="Email"
          name="email"
          type="email"
          maxLength={320}
          required
          autoComplete="off"
          error={errors.email}
        />
        <fieldset className="new-key-kinds">
          <legend>Role</legend>
          {roles.map((role, index) => (
            <label key={role}>
              <input
                type="radio"
                name="role"
                value={role}
                defaultChecked={isEmergency ? index === 0 : role === 'curator'}
              />
              <span>
                <strong>{ROLE_WORDS[role].name}</strong>
                <span className="soft">{ROLE_WORDS[role].does}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {errors.form && (
          <p className="admin-error" role="alert">
            {errors.form}
          </p>
        )}
        <Button type="submit" isBusy={isBusy}>
          Send the link
        </Button>
      </form>
    </section>
  )
}
