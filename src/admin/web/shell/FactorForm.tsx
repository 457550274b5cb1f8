import { type FormEvent, useState } from 'react'
import type { FactorStep } from '#app/admin/administrators/administrators.contract.ts'
import { Button } from '#app/ui/Button.tsx'
import { Field } from '#app/ui/Field.tsx'
import { NO_PASSKEY, signWithPasskey } from './passkeys.ts'

type Given = { step: string; code?: string; recoveryCode?: string; passkey?: object }

type Props = {
  asked: FactorStep
  /** Sends the factor; returns the error text, or undefined if it was accepted. */
  onGiven: (given: Given) => Promise<string | undefined>
}

/** Asks for the second factor: a passkey first if there is one, a code, or a recovery code. */
export function FactorForm({ asked, onGiven }: Props) {
  const [isRecovering, setIsRecovering] = useState(!asked.hasApp && !asked.passkey)
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const { step, passkey } = asked
  const asksForText = isRecovering || asked.hasApp

  async function give(given: Omit<Given, 'step'>) {
    if (isBusy) return
    setIsBusy(true)
    setError(undefined)
    try {
      setError(await onGiven({ step, ...given }))
    } finally {
      setIsBusy(false)
    }
  }

  async function givePasskey() {
    if (!passkey) return
    try {
      await give({ passkey: await signWithPasskey(passkey) })
    } catch {
      setError(NO_PASSKEY)
    }
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('code') ?? '')
    void give(isRecovering ? { recoveryCode: typed } : { code: typed })
  }

  return (
    <div className="factor">
      {passkey && (
        <Button onClick={givePasskey} isBusy={isBusy}>
          Use your passkey
        </Button>
      )}
      {asksForText && (
        <form method="post" className="factor-code" onSubmit={submit}>
          <Field
            key={isRecovering ? 'recovery' : 'code'}
            label={isRecovering ? 'Recovery code' : 'Code of your app'}
            name="code"
            autoComplete={isRecovering ? 'off' : 'one-time-code'}
            inputMode={isRecovering ? 'text' : 'numeric'}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            required
            autoFocus={!passkey}
            error={error}
            onChange={() => setError(undefined)}
          />
          <Button type="submit" isBusy={isBusy} variant={passkey ? 'quiet' : 'primary'}>
            Go on
          </Button>
        </form>
      )}
      {error && !asksForText && (
        <p className="admin-error" role="alert">
          {error}
        </p>
      )}
      {isRecovering && (
        <p className="soft">
          No codes left either? An owner sends you new keys from ‘People’. For the last owner the
          emergency door is there: whoever runs the server opens it.
        </p>
      )}
      <button
        type="button"
        className="link factor-other"
        onClick={() => {
          setError(undefined)
          setIsRecovering(!isRecovering)
        }}
        hidden={!asked.hasApp && !passkey}
      >
        {isRecovering ? 'Use your usual key' : 'Use a recovery code'}
      </button>
    </div>
  )
}
