import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ConsentState } from '#app/tracking/marketing-events.contract.ts'
import { browserApi } from '#app/web/api/api.ts'
import { queryOf } from '#app/web/api/query-keys.ts'
import { isBrowser } from '#app/web/browser.ts'
import { knownDenial } from './consent.rules.ts'

const CALL = '/api/consent'
const consentQuery = { ...queryOf(CALL), queryFn: askConsent }

async function askConsent(): Promise<ConsentState> {
  const { globalPrivacyControl } = navigator as { globalPrivacyControl?: unknown }
  const known = knownDenial({ cookies: document.cookie, globalPrivacyControl })
  return known ?? ((await browserApi.load(CALL)) as ConsentState)
}

/** The visitor's consent; undefined data until it is known, and nothing may be measured until then. */
export function useConsent() {
  return useQuery<ConsentState>(consentQuery)
}

// One for the page: a channel also receives what another one of the same page sends.
const channel = isBrowser ? new BroadcastChannel('consent') : undefined

/** Keeps the choice for all pages and tabs of this browser. Throws when it could not be kept. */
async function chooseConsent(queryClient: QueryClient, marketing: boolean): Promise<void> {
  const response = await browserApi.request('PUT', CALL, { marketing })
  queryClient.setQueryData<ConsentState>(consentQuery.queryKey, await response.json())
  channel?.postMessage('chosen')
}

/** Follows what is chosen in another tab. */
export function useConsentElsewhere(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const hear = () => void queryClient.invalidateQueries(consentQuery)
    channel?.addEventListener('message', hear)
    return () => channel?.removeEventListener('message', hear)
  }, [queryClient])
}

export type Choice = {
  /** The choice that is being saved. */
  busyWith: boolean | undefined
  hasFailed: boolean
  /** Answers whether it was saved. */
  choose: (marketing: boolean) => Promise<boolean>
}

/** Gives or denies consent. */
export function useChoice(): Choice {
  const queryClient = useQueryClient()
  const [busyWith, setBusyWith] = useState<boolean>()
  const [hasFailed, setHasFailed] = useState(false)

  async function choose(marketing: boolean) {
    setBusyWith(marketing)
    setHasFailed(false)
    try {
      await chooseConsent(queryClient, marketing)
      return true
    } catch {
      setHasFailed(true)
      return false
    } finally {
      setBusyWith(undefined)
    }
  }

  return { busyWith, hasFailed, choose }
}
