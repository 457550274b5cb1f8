import type { Head } from '#app/web/page/head.ts'
import { ProblemScreen } from '#app/web/page/ProblemScreen.tsx'
import { BareFrame } from './BareFrame.tsx'

export const busyHead: Head = {
  title: 'Very busy just now',
  description: 'Please try again in a moment.',
  isHidden: true,
}

/**
 * The page for refused visitors when the server is overloaded: rendered once, the same for everybody and at
 * every address, so its link has to lead to the current address.
 */
export function BusyPage() {
  return (
    <BareFrame>
      <ProblemScreen
        title="Everybody came at once"
        actions={
          // biome-ignore lint/a11y/useValidAnchor: an empty href leads to the current address
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
