import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useUser } from '#app/accounts/web/user.ts'
import { isMeasuredPage } from '#app/shared/pages.ts'
import { ConsentBanner } from './ConsentBanner.tsx'
import { useConsent, useConsentElsewhere } from './consent.ts'
import { measure, stopMeasuring } from './measure.ts'

type Props = { tagManagerId?: string }

/** Asks for consent once, and measures only with it. */
export default function Measured({ tagManagerId }: Props) {
  const marketing = useConsent().data?.marketing
  const userId = useUser()?.id
  const { pathname, key } = useLocation()
  const path = pathname.replace(/(.)\/+$/, '$1')
  useConsentElsewhere()

  // biome-ignore lint/correctness/useExhaustiveDependencies: has to run on every navigation.
  useEffect(() => {
    if (marketing === undefined) return
    if (marketing === 'granted') void measure({ path, userId, tagManagerId })
    else stopMeasuring()
  }, [marketing, path, key, userId, tagManagerId])

  // No question where nothing would be measured.
  return marketing === 'unset' && isMeasuredPage(path) ? <ConsentBanner /> : null
}
