import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { ProofStep } from '#app/admin/administrators/administrators.contract.ts'
import { Button } from '#app/ui/Button.tsx'
import { PasswordField } from '#app/ui/PasswordField.tsx'
import { ApiError, browserApi } from '#app/web/api/api.ts'
import { FactorForm } from './FactorForm.tsx'
import { failureText } from './failures.ts'

const FAILED = 'This could not be checked. Look at your connection and try again.'

type Waiting = { asked: ProofStep; goOn: () => void; giveUp: (error: unknown) => void }

/**
 * For acts that need a fresh second factor: `withProof` runs the act, asks for the factor if the server
 * requires it, and runs the act again. Render `dialog` anywhere on the page.
 */
export function useProof(): {
  withProof: <T>(act: () => Promise<T>) => Promise<T>
  dialog: ReactNode
} {
  const [waiting, setWaiting] = useState<Waiting>()

  async function withProof<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'prove-again') throw error
      const answer = await browserApi.request('POST', '/api/admin/proof/begin')
      const asked: ProofStep = await answer.json()
      await new Promise<void>((goOn, giveUp) => setWaiting({ asked, goOn, giveUp }))
      return act()
    }
  }

  const dialog = waiting && (
    <ProofDialog
      asked={waiting.asked}
      onProven={() => {
        setWaiting(undefined)
        waiting.goOn()
      }}
      onClose={() => {
        setWaiting(undefined)
        waiting.giveUp(new GivenUp())
      }}
    />
  )
  return { withProof, dialog }
}

/** The person cancelled, so no error is shown. */
export class GivenUp extends Error {}

type Props = { asked: ProofStep; onProven: () => void; onClose: () => void }

function ProofDialog({ asked, onProven, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [error, setError] = useState<string>()
  const isProven = useRef(false)

  useEffect(() => {
    const { current } = dialog
    current?.showModal()
    return () => current?.close()
  }, [])

  async function prove(proof: object): Promise<string | undefined> {
    try {
      await browserApi.request('POST', '/api/admin/proof', proof)
      isProven.current = true
      onProven()
    } catch (refused) {
      return failureText(refused, FAILED)
    }
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { password } = Object.fromEntries(new FormData(event.currentTarget))
    setError(await prove({ password }))
  }

  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby="proof-title"
      onClose={() => {
        if (!isProven.current) onClose()
      }}
    >
      <h2 id="proof-title" className="title">
        Is it you?
      </h2>
      <div className="dialog-text">
        <p>
          {asked.factor
            ? 'For this your second key is asked for once more.'
            : 'For this the password is asked for once more.'}
        </p>
        {asked.factor ? (
          <FactorForm asked={asked.factor} onGiven={prove} />
        ) : (
          <form method="post" className="factor-code" onSubmit={submit}>
            <PasswordField
              label="Password"
              name="password"
              autoComplete="current-password"
              required
              canShow
              error={error}
              onChange={() => setError(undefined)}
            />
            <Button type="submit">Go on</Button>
          </form>
        )}
      </div>
      <div className="dialog-answers">
        <form method="dialog">
          <button type="submit" className="button button-quiet">
            Cancel
          </button>
        </form>
      </div>
    </dialog>
  )
}
