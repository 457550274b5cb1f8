import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useUser } from '#app/accounts/web/user.ts'
import { paths } from '#app/shared/paths.ts'

const MailQuestion = lazy(() => import('./MailQuestion.tsx'))

/** On the page that joining, or confirming a free account, leads to: asked once, and nothing stands chosen. */
export function AskAboutMail() {
  const [isAsked, setAsked] = useState(false)
  const { pathname } = useLocation()
  const user = useUser()
  const hasConfirmed = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new place is looked at.
  useLayoutEffect(() => {
    // Before the page that this stands on cleans the address, which it does as soon as it is live.
    if (location.search.includes('from_checkout=true')) setAsked(true)
  }, [pathname])
  const isConfirming = pathname === paths.confirmSignUp()
  const isOpen = user !== null && !user.isUnconfirmed
  useEffect(() => {
    if (isConfirming) hasConfirmed.current = true
    // Also who has confirmed in another browser than the one of the sign-up, and signs in first.
    else if (isOpen && hasConfirmed.current && !LEADS_ON.has(pathname)) {
      hasConfirmed.current = false
      setAsked(true)
    }
  }, [isConfirming, isOpen, pathname])
  // One thing is asked at a time: what they set up first comes first.
  if (!isAsked || ASKS_ITSELF.has(pathname)) return null
  return (
    <Suspense>
      <MailQuestion onLater={() => setAsked(false)} />
    </Suspense>
  )
}

const ASKS_ITSELF = new Set([paths.forYouSetup(), paths.accountMail()])
const LEADS_ON = new Set([paths.signIn(), paths.accountMail()])
