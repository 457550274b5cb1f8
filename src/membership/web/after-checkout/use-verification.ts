import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useUser } from '#app/accounts/web/user.ts'
import type { CheckoutVerified } from '#app/membership/checkout.contract.ts'
import { renewCheckoutToken } from '#app/membership/web/join/checkout-token.ts'
import { browserApi } from '#app/web/api/api.ts'
import { clearPendingSessionHint } from '#app/web/page/pending-session.ts'
import {
  type CheckoutReference,
  deleteCheckoutReference,
  takeCheckoutReference,
} from './checkout-reference.ts'
import { POLL_DELAY_MS, POLL_LIMIT } from './finish.rules.ts'

export type Verification =
  | { step: 'verifying' }
  | { step: 'pending'; isStillAsking: boolean }
  | { step: 'verified'; reference: CheckoutReference; checkout: CheckoutVerified }
  | {
      step: 'failed'
      error: string
      code?: CheckoutVerified['code']
      reference?: CheckoutReference | undefined
    }

const FAILED = 'Session verification failed'

/** Asks the server about the payment that `takeCheckoutReference` finds. */
export function useVerification(): { state: Verification; retry: () => void } {
  const { search } = useLocation()
  const userId = useUser()?.id
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<Verification>({ step: 'verifying' })

  // biome-ignore lint/correctness/useExhaustiveDependencies: one more try, or somebody else looks.
  useEffect(() => {
    let isWanted = true
    void verify(takeCheckoutReference(search), (next) => {
      if (isWanted) setState(next)
      return isWanted
    })
    return () => {
      isWanted = false
    }
  }, [search, attempt, userId])

  const retry = () => {
    setState({ step: 'verifying' })
    setAttempt((attempts) => attempts + 1)
  }
  return { state, retry }
}

/** `tell` returns whether anybody still listens. */
async function verify(
  reference: CheckoutReference | undefined,
  tell: (state: Verification) => boolean,
) {
  if (!reference) {
    const error = 'No session ID found. Please start checkout again.'
    return tell({ step: 'failed', error })
  }
  // Some payment methods take their time: poll, but not for ever.
  for (let asked = 1; ; asked += 1) {
    const state = await ask(reference)
    if (state.step !== 'pending') return tell(state)
    const isStillAsking = asked < POLL_LIMIT
    if (!tell({ step: 'pending', isStillAsking }) || !isStillAsking) return
    await new Promise((resolve) => setTimeout(resolve, POLL_DELAY_MS))
  }
}

async function ask(reference: CheckoutReference): Promise<Verification> {
  let answer: CheckoutVerified
  try {
    const query = new URLSearchParams(reference)
    answer = (await browserApi.load(`/api/verify-checkout-session?${query}`)) as CheckoutVerified
  } catch {
    return { step: 'failed', error: FAILED, reference }
  }
  if (answer.valid) return { step: 'verified', reference, checkout: answer }
  const { code, error = FAILED } = answer
  if (code === 'pending') return { step: 'pending', isStillAsking: true }
  // It will not become valid: neither the cookie nor this tab may lead here again.
  clearPendingSessionHint()
  deleteCheckoutReference()
  renewCheckoutToken()
  return { step: 'failed', error, reference, ...(code ? { code } : {}) }
}
