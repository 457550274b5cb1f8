import { useState } from 'react'
import type { People } from '#app/admin/administrators/administrators.contract.ts'
import {
  type AdministratorRole,
  INVITATION_HOURS,
  ROLE_WORDS,
  ROLES,
} from '#app/admin/administrators/administrators.facts.ts'
import { countOf } from '#app/shared/counts.ts'
import { formatMoment } from '#app/shared/dates.ts'
import { Button } from '#app/ui/Button.tsx'
import { browserApi } from '#app/web/api/api.ts'

/** Performs an act and refetches the list; shows `done`, or the error. */
export type PeopleAct = (done: string, work: () => Promise<unknown>) => Promise<boolean>

/** The administrators: their keys and roles, and how to remove them. */
export function PeopleList({
  people,
  isEmergency,
  act,
}: {
  people: People
  isEmergency: boolean
  act: PeopleAct
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
            <p className="soft">{person.email}</p>
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
                        name: person.name,
                        email: person.email,
                        role: person.role,
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

/** Asks for confirmation on the button itself, because removal takes effect at once, everywhere. */
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
