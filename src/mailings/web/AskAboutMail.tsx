import { lazy, Suspense, useEffect, useState } from 'react'

const MailQuestion = lazy(() => import('./MailQuestion.tsx'))

/** On the page that joining leads to: asked once, and nothing stands chosen. */
export function AskAboutMail() {
  const [isAsked, setAsked] = useState(false)
  useEffect(() => {
    // Read here and not of the router: the address is cleaned as soon as the page is live.
    if (new URLSearchParams(location.search).get('from_checkout') === 'true') setAsked(true)
  }, [])
  if (!isAsked) return null
  return (
    <Suspense>
      <MailQuestion onLater={() => setAsked(false)} />
    </Suspense>
  )
}
