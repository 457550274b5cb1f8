import './operations.css'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type LoaderFunctionArgs, useRevalidator } from 'react-router'
import type { SetupCheck } from '#app/admin/operations/setup.contract.ts'
import { setupPath } from '#app/admin/operations/setup.facts.ts'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import { changeFailureText } from '#app/admin/web/shell/failures.ts'
import { NotRead } from '#app/admin/web/shell/NotRead.tsx'
import { backOfficePage } from '#app/admin/web/shell/page-head.ts'
import { loadAdminSession } from '#app/admin/web/shell/session.ts'
import { GivenUp, useProof } from '#app/admin/web/shell/use-proof.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Field } from '#app/ui/Field.tsx'
import { ApiError, browserApi } from '#app/web/api/api.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import { showToast } from '#app/web/toasts/toasts.ts'
import { loadSetup, showSetup, useSetup } from './queries.ts'
import { SETUP_NAMES, SETUP_STATE_WORDS, setupSummary } from './words.copy.ts'

export const handle = backOfficePage('Setup check')

export async function loader({ context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  const { isOpen, role, isEmergency } = await loadAdminSession(queryClient)
  if (isOpen && role === 'owner' && !isEmergency) await loadSetup(queryClient)
  return null
}

/** The state of every service that the club depends on: fine, or what to do. */
export function Component() {
  const { data } = useSetup()
  const { revalidate, state } = useRevalidator()
  return (
    <>
      <h1 className="title admin-title">Setup check</h1>
      {!data && <NotRead href={setupPath()}>The setup could not be checked.</NotRead>}
      {data && (
        <>
          <div className="operations-head">
            <p role="status">{setupSummary(data)}</p>
            <Button variant="tool" isBusy={state !== 'idle'} onClick={() => void revalidate()}>
              Look again
            </Button>
          </div>
          <ul className="operations-list">
            {data.lines.map(({ part, state: stands, says, todo }) => (
              <li key={part} id={part} className="operations-row">
                <p className="operations-state" data-state={stands}>
                  {SETUP_STATE_WORDS[stands]}
                </p>
                <div className="operations-what">
                  <h2 className="operations-name">{SETUP_NAMES[part]}</h2>
                  <p>{says}</p>
                  {todo && <p className={stands === 'bad' ? 'admin-error' : 'soft'}>{todo}</p>}
                  {part === 'mail' && <Letter to={data.letterTo} />}
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

/** Sends a test letter to the administrator's own address, or without an account to a typed one. */
function Letter({ to }: { to: string | null }) {
  const queryClient = useQueryClient()
  const { withProof, dialog } = useProof()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const typed = new FormData(event.currentTarget).get('to')
    setBusy(true)
    setError(undefined)
    try {
      const answer = await withProof(() =>
        browserApi.request('POST', `${ADMIN_CALLS.setup}/letter`, typed ? { to: typed } : {}),
      )
      const setup = (await answer.json()) as SetupCheck
      showSetup(queryClient, setup)
      const isTaken = setup.lines.some(({ part, state }) => part === 'mail' && state !== 'bad')
      showToast(
        isTaken
          ? { title: 'Sent', description: 'Look whether it arrives.' }
          : { title: 'The letter was not taken', tone: 'error' },
      )
    } catch (failed) {
      if (!(failed instanceof GivenUp)) {
        const field = failed instanceof ApiError ? failed.fields.to : undefined
        setError(field ?? changeFailureText(failed))
      }
    }
    setBusy(false)
  }

  return (
    <form className="operations-why" onSubmit={send} noValidate>
      {to === null && (
        <Field label="Your address" name="to" type="email" error={error} autoComplete="email" />
      )}
      <Button variant="tool" type="submit" isBusy={isBusy}>
        {to === null ? 'Send me a letter' : `Send a letter to ${to}`}
      </Button>
      {to !== null && error && (
        <p className="admin-error" role="alert">
          {error}
        </p>
      )}
      {dialog}
    </form>
  )
}
