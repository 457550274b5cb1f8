import { type KeyboardEvent, useState } from 'react'
import { Button } from '#app/ui/Button.tsx'
import { Field } from '#app/ui/Field.tsx'
import type { CheckoutReference } from './checkout-reference.ts'
import { sendMendedAddress } from './mended-address.ts'

type Props = {
  email: string | undefined
  error: string | undefined
  /** Undefined when the address cannot be changed. */
  reference: CheckoutReference | undefined
  onMended: (email: string) => void
}

/** The address that paid; a mistyped one can be corrected while there is no account yet. */
export function PaidAddress({ email = '', error, reference, onMended }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState(email)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  if (!isOpen) {
    return (
      <div>
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          readOnly
          value={email}
          error={error}
        />
        {reference && 'session_id' in reference && (
          <button type="button" className="text-button mt-1" onClick={() => setIsOpen(true)}>
            Not your address?
          </button>
        )}
      </div>
    )
  }

  const mend = async () => {
    if (!reference || isBusy) return
    setIsBusy(true)
    setProblem(undefined)
    const answer = await sendMendedAddress(reference, typed)
    setIsBusy(false)
    if ('problem' in answer) return setProblem(answer.problem)
    setIsOpen(false)
    onMended(answer.email)
  }
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    void mend()
  }
  return (
    <div>
      <Field
        // A different key than the first field's, so that it is a new element and takes the focus.
        key="mended"
        label="Your address"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        value={typed}
        error={problem}
        onChange={({ target }) => {
          setTyped(target.value.toLowerCase())
          setProblem(undefined)
        }}
        onKeyDown={onEnter}
      />
      <p className="fine mt-3">
        Your receipts go there, and you sign in with it. Links that went to the other address open
        nothing any more.
      </p>
      <div className="mt-4 flex flex-wrap gap-x-6 gap-y-3">
        <Button variant="quiet" isBusy={isBusy} onClick={mend}>
          {isBusy ? 'One moment...' : 'Use this address'}
        </Button>
        <button
          type="button"
          className="text-button"
          onClick={() => {
            setIsOpen(false)
            setTyped(email)
            setProblem(undefined)
          }}
        >
          Keep the other one
        </button>
      </div>
    </div>
  )
}
