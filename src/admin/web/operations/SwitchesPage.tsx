import './operations.css'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import type { Switches } from '#app/admin/operations/switches.contract.ts'
import { LONGEST_WHY, SHORTEST_WHY, switchesPath } from '#app/admin/operations/switches.facts.ts'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import { changeFailureText } from '#app/admin/web/shell/failures.ts'
import { NotRead } from '#app/admin/web/shell/NotRead.tsx'
import { backOfficePage } from '#app/admin/web/shell/page-head.ts'
import { loadAdminSession } from '#app/admin/web/shell/session.ts'
import { GivenUp, useProof } from '#app/admin/web/shell/use-proof.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Field } from '#app/ui/Field.tsx'
import { browserApi } from '#app/web/api/api.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import { showToast } from '#app/web/toasts/toasts.ts'
import { loadSwitches, refreshSwitches, showSwitches, useSwitches } from './queries.ts'
import { offWords, SWITCH_WORDS } from './words.copy.ts'

type SwitchRow = Switches['switches'][number]
type Turn = (row: SwitchRow, why: string) => Promise<string | undefined>

export const handle = backOfficePage('Switches')

export async function loader({ context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  const { isOpen, role, isEmergency } = await loadAdminSession(queryClient)
  if (isOpen && role === 'owner' && !isEmergency) await loadSwitches(queryClient)
  return null
}

/** The switches of functions that can be paused, each with who turned it and why. */
export function Component() {
  const { data } = useSwitches()
  const queryClient = useQueryClient()
  const { withProof, dialog } = useProof()

  const turn: Turn = async ({ name, isOn }, why) => {
    try {
      const path = `${ADMIN_CALLS.switches}/${name}`
      const answer = await withProof(() => browserApi.request('PATCH', path, { isOn: !isOn, why }))
      showSwitches(queryClient, (await answer.json()) as Switches)
      showToast({ title: `${SWITCH_WORDS[name].name} ${isOn ? 'off' : 'on'}` })
    } catch (error) {
      if (error instanceof GivenUp) return undefined
      // The call may have succeeded in spite of the error, so the switches are refetched.
      await refreshSwitches(queryClient)
      return changeFailureText(error)
    }
    return undefined
  }

  return (
    <>
      <h1 className="title admin-title">Switches</h1>
      {!data && <NotRead href={switchesPath()}>The switches could not be read.</NotRead>}
      {data && (
        <ul className="operations-list">
          {data.switches.map((row) => (
            <SwitchItem key={`${row.name} ${row.isOn}`} row={row} turn={turn} />
          ))}
        </ul>
      )}
      {dialog}
    </>
  )
}

function SwitchItem({ row, turn }: { row: SwitchRow; turn: Turn }) {
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const { name, whileOff } = SWITCH_WORDS[row.name]
  const verb = row.isOn ? 'Turn off' : 'Turn on'

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setError(await turn(row, String(new FormData(event.currentTarget).get('why') ?? '')))
    setBusy(false)
  }

  return (
    <li className="operations-row">
      <p className="operations-state" data-state={row.isOn ? 'good' : 'bad'}>
        {row.isOn ? 'On' : 'Off'}
      </p>
      <div className="operations-what">
        <h2 className="operations-name">{name}</h2>
        <p className="soft">{whileOff}</p>
        {!row.isOn && <p className="admin-error">{offWords(row)}</p>}
        {!row.isConfigured && (
          <p className="soft">The settings of this server have it off in any case.</p>
        )}
        {isAsked && (
          <form className="operations-why" onSubmit={submit}>
            <Field
              label="Why"
              name="why"
              error={error}
              required
              minLength={SHORTEST_WHY}
              maxLength={LONGEST_WHY}
              autoComplete="off"
              autoFocus
            />
            <Button variant="tool-main" type="submit" isBusy={isBusy}>
              {verb}
              <span className="sr">: {name}</span>
            </Button>
            <Button variant="tool" onClick={() => setAsked(false)}>
              Leave it
            </Button>
          </form>
        )}
      </div>
      {!isAsked && (
        <Button variant="tool" onClick={() => setAsked(true)}>
          {verb} …<span className="sr">: {name}</span>
        </Button>
      )}
    </li>
  )
}
