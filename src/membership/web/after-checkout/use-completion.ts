import { useEffect, useState } from 'react'
import { loadCsrfToken } from '#app/web/api/csrf-token.ts'
import { tellOtherTabsSubscriptionActive } from '#app/web/tabs.ts'
import { showToast } from '#app/web/toasts/toasts.ts'
import type { CheckoutReference } from './checkout-reference.ts'
import {
  type CompletionFailure,
  completeCheckout,
  leaveCompleted,
  toCompletionFailure,
} from './complete-checkout.ts'

const NO_SECURITY = 'Security initialization failed. Please refresh the page and try again.'
const NO_TOKEN = 'CSRF token not available. Please refresh the page.'
const NO_SESSION = 'Session expired. Please start checkout again.'

export type Completion = {
  isReady: boolean
  isBusy: boolean
  failure: CompletionFailure | undefined
  /** Shows problems that the page itself has found. */
  refuse: (fields: Record<string, string>) => void
  /** Leaves the page when it succeeds. */
  complete: (password?: string) => Promise<void>
}

type Input = {
  reference: CheckoutReference | undefined
  email: string | undefined
  isPreview: boolean
}

/** Completes a payment with its account, including everything that may go wrong on the way. */
export function useCompletion({ reference, email, isPreview }: Input): Completion {
  const [csrfToken, setCsrfToken] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<CompletionFailure>()

  function fail(next: CompletionFailure) {
    setFailure(next)
    // A mail on its way is no error, and the whole page is about it.
    if (next.code !== 'finish-by-mail')
      showToast({ title: 'Error', description: next.error, tone: 'error' })
  }

  useEffect(() => {
    if (isPreview) return
    loadCsrfToken().then(setCsrfToken, () => setFailure(inWords(NO_SECURITY)))
  }, [isPreview])

  return {
    isReady: isPreview || csrfToken !== undefined,
    isBusy,
    failure,
    refuse: (fields) => setFailure({ ...inWords(Object.values(fields).join(' ')), fields }),
    async complete(password) {
      if (isPreview) return setFailure(inWords('This is a preview: nothing is sent.'))
      if (!csrfToken) return fail(inWords(NO_TOKEN))
      if (!reference) return fail(inWords(NO_SESSION))
      setIsBusy(true)
      try {
        const typed = { reference, ...(password === undefined ? {} : { password }) }
        const done = await completeCheckout({ ...typed, email, csrfToken })
        tellOtherTabsSubscriptionActive()
        // Stays busy until the page is gone.
        leaveCompleted(done, typed)
      } catch (error) {
        setIsBusy(false)
        fail(toCompletionFailure(error))
      }
    },
  }
}

function inWords(error: string): CompletionFailure {
  return { error, fields: {} }
}
