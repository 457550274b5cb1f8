import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useUser } from '#app/accounts/web/user.ts'
import { paths } from '#app/shared/paths.ts'

const MailQuestion = lazy(() => import('./MailQuestion.tsx'))

/** Asks once about mail, on the page after joining or confirming a free account; nothing is preselected. */
export function AskAboutMail() {
  const [isAsked, setAsked] = useState(false)
  const { pathname } = useLocation()
  const user = useUser()
  const hasConfirmed = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: has to run on every navigation.
  useLayoutEffect(() => {
    // Runs before the page removes the parameter from the address, which it does once hydrated.
    if (location.search.includes('from_checkout=true')) setAsked(true)
  }, [pathname])
  const isConfirming = pathname === paths.confirmSignUp()
  const isOpen = user !== null && !user.isUnconfirmed
  useEffect(() => {
    if (isConfirming) hasConfirmed.current = true
    // Also covers confirming in another browser than at sign-up, and signing in afterwards.
    else if (isOpen && hasConfirmed.current && !LEADS_ON.has(pathname)) {
      hasConfirmed.current = false
      setAsked(true)
    }
  }, [isConfirming, isOpen, pathname])
  // One question at a time: the setup comes first.
  if (!isAsked || ASKS_ITSELF.has(pathname)) return null
  return (
    <Suspense>
      <MailQuestion onLater={() => setAsked(false)} />
    </Suspense>
  )
}

const ASKS_ITSELF = new Set([paths.forYouSetup(), paths.accountMail()])
const LEADS_ON = new Set([paths.signIn(), paths.accountMail()])
