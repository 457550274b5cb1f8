import { adminPaths } from '#app/admin/paths.facts.ts'
import '#app/admin/web/people/people.css'
import '#app/admin/web/shell/admin.css'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { SHORTEST_PASSWORD } from '#app/accounts/accounts.facts.ts'
import { LONGEST_ADMIN_NAME } from '#app/admin/admin.facts.ts'
import type {
  FirstSession,
  InvitationStep,
} from '#app/admin/administrators/administrators.contract.ts'
import { ROLE_WORDS } from '#app/admin/administrators/administrators.facts.ts'
import { NewKeyForm } from '#app/admin/web/people/NewKeyForm.tsx'
import { RecoveryCodes } from '#app/admin/web/people/RecoveryCodes.tsx'
import { failuresOfForm, failureText, isUnanswered } from '#app/admin/web/shell/failures.ts'
import { Field } from '#app/ui/Field.tsx'
import { PasswordField } from '#app/ui/PasswordField.tsx'
import { browserApi } from '#app/web/api/api.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { useClub } from '#app/web/site-settings.ts'

export const handle: PageHandle = {
  head: ({ settings: { club } }) => ({
    title: 'Your keys to the back office',
    description: `The back office of ${club.name}.`,
  }),
}

const FAILED = 'The server could not be reached. Look at your connection and try again.'
// The link works once: after a lost answer, trying again fails although the keys may exist already.
const NO_ANSWER =
  'No answer came: your keys may be made already. Go to the back office and sign in with them, then make recovery codes under ‘Your keys’. If they do not work there, try again here.'

/**
 * The page of an invitation's link: the person chooses a password and a second factor, and sees the recovery
 * codes once.
 */
export function Component() {
  const [search] = useSearchParams()
  const [token] = useState(() => search.get('token') ?? '')
  const [step, setStep] = useState<InvitationStep>()
  const [error, setError] = useState<string>()
  const [codes, setCodes] = useState<string[]>()
  const { name } = useClub()

  useEffect(() => {
    // Removes the secret of the link from the address at once.
    history.replaceState(history.state, '', location.pathname)
    browserApi
      .request('POST', '/api/admin/invitation', { token })
      .then(async (answer) => setStep(await answer.json()))
      .catch((refused) => setError(failureText(refused, FAILED)))
  }, [token])

  // A full page load, so that everything is read with the new session.
  const enter = () => location.assign(adminPaths.deals())

  return (
    <div className="invitation">
      <h1 className="title">Your keys to the back office</h1>
      {error && (
        <p className="admin-error" role="alert">
          {error}
        </p>
      )}
      {!step && !error && <p role="status">Reading the invitation ...</p>}
      <noscript>
        <p>Keys are made in the browser: this page needs scripts.</p>
      </noscript>
      {codes && <RecoveryCodes codes={codes} onDone={enter} />}
      {step && !codes && (
        <>
          <p className="soft">
            {`${name} asks you in as ${ROLE_WORDS[step.role].name.toLowerCase()}, with ${step.email}. ${ROLE_WORDS[step.role].does}.`}
          </p>
          <Choosing token={token} step={step} onTaken={setCodes} />
        </>
      )}
    </div>
  )
}

function Choosing({
  token,
  step,
  onTaken,
}: {
  token: string
  step: InvitationStep
  onTaken: (codes: string[]) => void
}) {
  const [errors, setErrors] = useState<Record<string, string>>({})
  return (
    <NewKeyForm
      asked={step}
      onMade={async (key, form) => {
        try {
          const answer = await browserApi.request('POST', '/api/admin/invitation/take', {
            token,
            ...key,
            name: form.get('name'),
            password: form.get('password'),
          })
          const taken: FirstSession = await answer.json()
          onTaken(taken.recoveryCodes)
        } catch (refused) {
          const found = isUnanswered(refused) ? { form: NO_ANSWER } : failuresOfForm(refused)
          setErrors(found)
          return found
        }
      }}
    >
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={step.email}
        readOnly
        hidden
      />
      <Field
        label="Your name"
        name="name"
        defaultValue={step.name}
        maxLength={LONGEST_ADMIN_NAME}
        hint="As the others read it beside what you do"
        required
        error={errors.name}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        hint={`At least ${SHORTEST_PASSWORD} characters`}
        required
        canShow
        error={errors.password}
      />
    </NewKeyForm>
  )
}
