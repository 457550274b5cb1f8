import type { People } from '#app/admin/administrators/administrators.contract.ts'
import { ROLE_WORDS } from '#app/admin/administrators/administrators.facts.ts'
import { formatMoment } from '#app/shared/dates.ts'
import { Button } from '#app/ui/Button.tsx'
import { browserApi } from '#app/web/api/api.ts'

import type { PeopleAct } from './PeopleList.tsx'

/** The open invitations. */
export function Invitations({
  people,
  isEmergency,
  act,
}: {
  people: People
  isEmergency: boolean
  act: PeopleAct
}) {
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
              <p className="soft">{invitation.email}</p>
              <p className="soft">
                {`${ROLE_WORDS[invitation.role].name}, by ${invitation.invitedBy}, until ${formatMoment(invitation.expiresAt)}`}
              </p>
            </div>
            {!isEmergency && (
              <div className="people-do">
                <Button
                  variant="tool"
                  aria-label={`Take back the invitation of ${invitation.name}`}
                  onClick={() =>
                    act('The invitation is taken back', () =>
                      browserApi.request(
                        'DELETE',
                        `/api/admin/people/invitations/${invitation.id}`,
                      ),
                    )
                  }
                >
                  Take back
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
