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

/** Returns the visitor's consent; data is undefined while loading, and nothing may be measured until then. */
export function useConsent() {
  return useQuery<ConsentState>(consentQuery)
}

// One shared channel: a second one on the same page would receive our own messages.
const channel = isBrowser ? new BroadcastChannel('consent') : undefined

/** Stores the choice for all pages and tabs of this browser. Throws if that fails. */
async function chooseConsent(queryClient: QueryClient, marketing: boolean): Promise<void> {
  const response = await browserApi.request('PUT', CALL, { marketing })
  queryClient.setQueryData<ConsentState>(consentQuery.queryKey, await response.json())
  channel?.postMessage('chosen')
}

/** Follows choices made in other tabs. */
export function useConsentElsewhere(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const hear = () => void queryClient.invalidateQueries(consentQuery)
    channel?.addEventListener('message', hear)
    return () => channel?.removeEventListener('message', hear)
  }, [queryClient])
}

export type Choice = {
  /** The choice being saved. */
  busyWith: boolean | undefined
  hasFailed: boolean
  /** Resolves to whether it was saved. */
  choose: (marketing: boolean) => Promise<boolean>
}

/** Grants or denies consent. */
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
