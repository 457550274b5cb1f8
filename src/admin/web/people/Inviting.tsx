import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { LONGEST_ADMIN_NAME } from '#app/admin/admin.facts.ts'
import {
  INVITATION_HOURS,
  ROLE_WORDS,
  ROLES,
} from '#app/admin/administrators/administrators.facts.ts'
import { failuresOfForm } from '#app/admin/web/shell/failures.ts'
import { GivenUp } from '#app/admin/web/shell/use-proof.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Field } from '#app/ui/Field.tsx'
import { browserApi } from '#app/web/api/api.ts'
import { showToast } from '#app/web/toasts/toasts.ts'
import { readPeopleAgain } from './queries.ts'

type InvitingProps = {
  isEmergency: boolean
  withProof: <T>(act: () => Promise<T>) => Promise<T>
}

/** The form that invites an administrator. */
export function Inviting({ isEmergency, withProof }: InvitingProps) {
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
      await readPeopleAgain(queryClient)
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
