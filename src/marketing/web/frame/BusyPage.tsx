import type { Head } from '#app/web/page/head.ts'
import { ProblemScreen } from '#app/web/page/ProblemScreen.tsx'
import { BareFrame } from './BareFrame.tsx'

export const busyHead: Head = {
  title: 'Very busy just now',
  description: 'Please try again in a moment.',
  isHidden: true,
}

/**
 * For whoever is turned away when too many come at once: made once, the same for everybody and at
 * every address, so the way to try again is to nowhere else.
 */
export function BusyPage() {
  return (
    <BareFrame>
      <ProblemScreen
        title="Everybody came at once"
        actions={
          // biome-ignore lint/a11y/useValidAnchor: it leads to the address it stands at, whichever that is
          <a className="button" href="">
            Try again
          </a>
        }
      >
        <p className="lead" role="alert">
          More people are here than we can serve this minute. Please try again in a few seconds.
        </p>
      </ProblemScreen>
    </BareFrame>
  )
}
