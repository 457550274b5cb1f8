import type { Head } from '#app/web/page/head.ts'
import { ProblemScreen } from '#app/web/page/ProblemScreen.tsx'
import { BareFrame } from './BareFrame.tsx'

export const offlineHead: Head = {
  title: 'You are offline',
  description: 'There is no network just now.',
  isHidden: true,
}

/** The page that the service worker shows without a network, at any address; the same for everybody. */
export function OfflinePage() {
  return (
    <BareFrame>
      <ProblemScreen
        title="You are offline"
        actions={
          // biome-ignore lint/a11y/useValidAnchor: an empty href leads to the current address
          <a className="button" href="">
            Try again
          </a>
        }
      >
        <p className="lead" role="alert">
          There is no network just now. What you saved and what you were told is here again as soon
          as there is.
        </p>
      </ProblemScreen>
    </BareFrame>
  )
}
