import { type ReactNode, useState } from 'react'
import { encode } from 'uqr'
import type { NewKeyStep } from '#app/admin/administrators/administrators.contract.ts'
import { knowsPasskeys, makePasskey, NO_PASSKEY } from '#app/admin/web/shell/passkeys.ts'
import { Button } from '#app/ui/Button.tsx'
import { Field } from '#app/ui/Field.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

export type NewKey = { step: string; code?: string; passkey?: object; keyName?: string }

type Props = {
  asked: NewKeyStep
  /** Further inputs, above the button of each kind. */
  children?: ReactNode
  /** Returns the errors by field, or undefined if the key was accepted. */
  onMade: (key: NewKey, form: FormData) => Promise<Record<string, string> | undefined>
}

/** Creates a second factor: a passkey, or an authenticator app by QR code or by hand. */
export function NewKeyForm({ asked, children, onMade }: Props) {
  const isHydrated = useHydrated()
  const [kind, setKind] = useState<'passkey' | 'app'>('passkey')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isBusy, setIsBusy] = useState(false)
  const canPasskey = isHydrated && knowsPasskeys()
  const isApp = kind === 'app' || (isHydrated && !canPasskey)
  const { step, app } = asked

  async function submit(form: FormData) {
    setIsBusy(true)
    setErrors({})
    try {
      const key = isApp
        ? { step, code: String(form.get('code') ?? '') }
        : {
            step,
            passkey: await makePasskey(asked.passkey),
            keyName: String(form.get('keyName') ?? ''),
          }
      setErrors((await onMade(key, form)) ?? {})
    } catch {
      setErrors({ passkey: NO_PASSKEY })
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <form
      method="post"
      className="new-key"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void submit(new FormData(event.currentTarget))
      }}
    >
      {children}
      <fieldset className="new-key-kinds">
        <legend>Second key</legend>
        <label>
          <input
            type="radio"
            name="kind"
            checked={!isApp}
            disabled={isHydrated && !canPasskey}
            onChange={() => setKind('passkey')}
          />
          <span>
            <strong>Passkey</strong>
            <span className="soft">Your fingerprint, face or the lock of this device</span>
          </span>
        </label>
        <label>
          <input type="radio" name="kind" checked={isApp} onChange={() => setKind('app')} />
          <span>
            <strong>Code app</strong>
            <span className="soft">Six digits that change every half minute</span>
          </span>
        </label>
      </fieldset>
      {isApp ? (
        <div className="new-key-app">
          <KeyPicture address={app.address} />
          <p>
            Let the app read the picture, or type this key:{' '}
            <code className="new-key-secret">{inGroups(app.secret)}</code>
          </p>
          <Field
            label="The six digits it shows now"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            required
            error={errors.code}
          />
        </div>
      ) : (
        <Field
          label="Name of this passkey"
          name="keyName"
          maxLength={40}
          defaultValue="Passkey"
          hint="To know it by, as in: Laptop, Phone"
          error={errors.passkey}
        />
      )}
      {errors.form && (
        <p className="admin-error" role="alert">
          {errors.form}
        </p>
      )}
      <Button type="submit" isBusy={isBusy} disabled={!isHydrated}>
        {isApp ? 'Keep this key' : 'Make the passkey'}
      </Button>
    </form>
  )
}

function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret
}

/**
 * Draws the QR code as one rectangle per dark module, because inserting it as markup is not allowed on this
 * site.
 */
function KeyPicture({ address }: { address: string }) {
  const { data, size } = encode(address, { border: 2 })
  const squares = data.flatMap((line, y) =>
    line.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return (
    <svg
      className="new-key-picture"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label="Picture for the camera of your code app; the key below says the same"
    >
      <path d={squares.join('')} />
    </svg>
  )
}
