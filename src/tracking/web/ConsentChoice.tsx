import { LoadFailure } from '#app/web/page/LoadFailure.tsx'
import { useSiteSettings } from '#app/web/site-settings.ts'
import { ConsentAnswers } from './ConsentAnswers.tsx'
import { describeConsent } from './consent.copy.ts'
import { useChoice, useConsent } from './consent.ts'
import './consent.css'

/** Shows the visitor's consent and lets them change it. Renders nothing without tracking. */
export default function ConsentChoice() {
  const { tracking } = useSiteSettings()
  const { data: consent, isError, isFetching, refetch } = useConsent()
  const choice = useChoice()
  if (!tracking) return null
  if (isError) {
    return (
      <LoadFailure
        text="Your choice could not be read. While it is not known, nothing is measured."
        isBusy={isFetching}
        onRetry={() => refetch()}
      />
    )
  }
  const marketing = consent?.marketing
  return (
    <div className="consent-choice" id="consent-choice" tabIndex={-1}>
      <p role="status">{describeConsent(consent)}</p>
      {!consent?.isGlobalPrivacyControl && (
        <ConsentAnswers {...choice} chosen={marketing} isUnknown={!consent} />
      )}
      <noscript>
        <p className="fine mt-4">
          Nothing is measured without scripts, so there is nothing to choose.
        </p>
      </noscript>
    </div>
  )
}
