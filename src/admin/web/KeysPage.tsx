import { adminPaths } from '#app/admin/paths.facts.ts'
import { NotRead } from '#app/admin/web/shell/NotRead.tsx'
import { backOfficePage } from '#app/admin/web/shell/page-head.ts'
import '#app/admin/web/people/people.css'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { SHORTEST_PASSWORD } from '#app/accounts/accounts.facts.ts'
import type { NewKeyStep, OwnKeys } from '#app/admin/administrators/administrators.contract.ts'
import { ROLE_WORDS } from '#app/admin/administrators/administrators.facts.ts'
import { type NewKey, NewKeyForm } from '#app/admin/web/people/NewKeyForm.tsx'
import { loadOwnKeys, readOwnKeysAgain, useOwnKeys } from '#app/admin/web/people/queries.ts'
import { RecoveryCodes } from '#app/admin/web/people/RecoveryCodes.tsx'
import {
  changeFailureText,
  changeFailureToast,
  failuresOfForm,
  isUnanswered,
} from '#app/admin/web/shell/failures.ts'
import { loadAdminSession, useAdminSession } from '#app/admin/web/shell/session.ts'
import { GivenUp, useProof } from '#app/admin/web/shell/use-proof.tsx'
import { countOf } from '#app/shared/counts.ts'
import { formatDateAt, formatMoment } from '#app/shared/dates.ts'
import { Button } from '#app/ui/Button.tsx'
import { PasswordField } from '#app/ui/PasswordField.tsx'
import { ApiError, browserApi } from '#app/web/api/api.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import { showToast } from '#app/web/toasts/toasts.ts'

export const handle = backOfficePage('Your keys')

export async function loader({ context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  const { isOpen, hasAccount } = await loadAdminSession(queryClient)
  if (isOpen && hasAccount) await loadOwnKeys(queryClient)
  return null
}

/** The administrator's own keys, codes, password and sessions. */
export function Component() {
  const { hasAccount } = useAdminSession()
  const keys = useOwnKeys()
  const queryClient = useQueryClient()
  const { withProof, dialog } = useProof()
  const [adding, setAdding] = useState<NewKeyStep>()
  const [codes, setCodes] = useState<string[]>()
  const [mayBeVoid, setMayBeVoid] = useState(false)

  async function act<T>(work: () => Promise<T>, done?: string): Promise<T | undefined> {
    try {
      const result = await withProof(work)
      if (done) showToast({ title: done })
      return result
    } catch (error) {
      if (!(error instanceof GivenUp)) showToast({ title: changeFailureText(error), tone: 'error' })
    } finally {
      void readOwnKeysAgain(queryClient)
    }
  }

  async function begin() {
    const answer = await act(() => browserApi.request('POST', '/api/admin/keys/begin'))
    if (answer) setAdding(await answer.json())
  }

  async function keep(key: NewKey): Promise<Record<string, string> | undefined> {
    try {
      await withProof(() => browserApi.request('POST', '/api/admin/keys', key))
      setAdding(undefined)
      showToast({ title: 'The key is yours now' })
      await readOwnKeysAgain(queryClient)
    } catch (error) {
      if (error instanceof GivenUp) return
      // Without an answer, the key may have been added in spite of the error.
      void readOwnKeysAgain(queryClient)
      return failuresOfForm(error)
    }
  }

  async function renewCodes() {
    setMayBeVoid(false)
    try {
      const answer = await withProof(() =>
        browserApi.request('POST', '/api/admin/keys/recovery-codes'),
      )
      setCodes((await answer.json()).recoveryCodes)
    } catch (error) {
      if (error instanceof GivenUp) return
      // Codes are shown only once, and the list does not tell whether they were replaced.
      if (isUnanswered(error)) setMayBeVoid(true)
      else showToast(changeFailureToast(error))
    }
    void readOwnKeysAgain(queryClient)
  }

  if (!hasAccount) {
    return (
      <div className="admin-empty">
        <h1 className="title">Your keys</h1>
        <p>
          You came by the password that all share, which has no keys of its own. Ask yourself in
          under{' '}
          <a className="link" href={adminPaths.people()}>
            People
          </a>
          .
        </p>
      </div>
    )
  }
  return (
    <>
      <h1 className="title admin-title">Your keys</h1>
      {!keys && <NotRead href={adminPaths.keys()}>Your keys could not be read.</NotRead>}
      {keys && (
        <div className="keys">
          <p className="soft">{`${keys.email} · ${ROLE_WORDS[keys.role].name}`}</p>
          <section aria-labelledby="second-title">
            <h2 id="second-title" className="panel-title">
              Second keys
            </h2>
            <KeyList keys={keys} act={act} />
            {adding ? (
              <NewKeyForm asked={adding} onMade={keep} />
            ) : (
              <Button variant="tool" onClick={begin}>
                {keys.hasApp ? 'Add a passkey, or another code app' : 'Add a key'}
              </Button>
            )}
          </section>
          <section aria-labelledby="recovery-title">
            <h2 id="recovery-title" className="panel-title">
              Recovery codes
            </h2>
            {codes ? (
              <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
            ) : (
              <>
                <p>{`${countOf(keys.recoveryCodesLeft, 'code')} left. New ones make those before void.`}</p>
                {mayBeVoid && (
                  <p className="admin-error" role="alert">
                    No answer came: the codes you have kept may be void. Make ten new ones.
                  </p>
                )}
                <Button variant="tool" onClick={renewCodes}>
                  Make ten new ones
                </Button>
              </>
            )}
          </section>
          <NewPassword withProof={withProof} onAsked={() => void readOwnKeysAgain(queryClient)} />
          <Sessions keys={keys} act={act} />
        </div>
      )}
      {dialog}
    </>
  )
}

type Act = <T>(work: () => Promise<T>, done?: string) => Promise<T | undefined>

function KeyList({ keys, act }: { keys: OwnKeys; act: Act }) {
  const all = [
    ...keys.passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      note: `since ${formatDateAt(createdAt)}, ${lastUsedAt ? `used ${formatMoment(lastUsedAt)}` : 'not used yet'}`,
    })),
    ...(keys.hasApp ? [{ id: 'app', name: 'Code app', note: 'six digits that change' }] : []),
  ]
  return (
    <ul className="people-list">
      {all.map(({ id, name, note }) => (
        <li key={id} className="people-row">
          <div>
            <p className="people-name">{name}</p>
            <p className="soft">{note}</p>
          </div>
          <div className="people-do">
            <Button
              variant="tool"
              aria-label={`Remove ${name}`}
              onClick={() =>
                act(
                  () => browserApi.request('DELETE', `/api/admin/keys/${encodeURIComponent(id)}`),
                  `${name} is removed`,
                )
              }
            >
              Remove
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}

type NewPasswordProps = {
  withProof: <T>(act: () => Promise<T>) => Promise<T>
  /** Called after every attempt: even a failed one may have ended sessions. */
  onAsked: () => void
}

function NewPassword({ withProof, onAsked }: NewPasswordProps) {
  const [error, setError] = useState<string>()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const given = Object.fromEntries(new FormData(form))
    setError(undefined)
    try {
      await withProof(() => browserApi.request('PUT', '/api/admin/keys/password', given))
      form.reset()
      showToast({
        title: 'The password is changed',
        description: 'Your other sessions have ended.',
      })
    } catch (refused) {
      if (refused instanceof GivenUp) return
      const { password } = refused instanceof ApiError ? refused.fields : {}
      setError(password ?? changeFailureText(refused))
    }
    onAsked()
  }

  return (
    <section aria-labelledby="password-title">
      <h2 id="password-title" className="panel-title">
        Password
      </h2>
      <form method="post" className="factor-code keys-password" onSubmit={submit}>
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          hint={`At least ${SHORTEST_PASSWORD} characters. Your other sessions end with it.`}
          required
          canShow
          error={error}
          onChange={() => setError(undefined)}
        />
        <Button type="submit" variant="quiet">
          Change the password
        </Button>
      </form>
    </section>
  )
}

function Sessions({ keys, act }: { keys: OwnKeys; act: Act }) {
  return (
    <section aria-labelledby="sessions-title">
      <h2 id="sessions-title" className="panel-title">
        Where you are in
      </h2>
      <ul className="people-list">
        {keys.sessions.map(({ label, browser, network, lastSeenAt, isThis }) => (
          <li key={label} className="people-row">
            <div>
              <p className="people-name">
                {browser}
                {isThis && <span className="soft"> (this one)</span>}
              </p>
              <p className="soft">{`${network} · used ${formatMoment(lastSeenAt)}`}</p>
            </div>
            {!isThis && (
              <div className="people-do">
                <Button
                  variant="tool"
                  aria-label={`End the session in ${browser}`}
                  onClick={() =>
                    act(
                      () => browserApi.request('DELETE', `/api/admin/sessions/${label}`),
                      'That session has ended',
                    )
                  }
                >
                  End
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
