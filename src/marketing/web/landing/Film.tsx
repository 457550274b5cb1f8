import { Play } from 'lucide-react'
import { useState } from 'react'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { useSiteSettings } from '#app/web/site-settings.ts'
import { playerAddress } from './film.rules.ts'
import poster from './film-poster.avif'

/**
 * The film of the front page. Shows our own poster until somebody starts it, so that the video host does not
 * learn of the visit before. Renders nothing if no film is configured.
 */
export function Film() {
  const { videoUrl, isVideoOurs } = useSiteSettings()
  const [isPlaying, setIsPlaying] = useState(false)
  const isHydrated = useHydrated()
  if (!videoUrl) return null
  const still = (
    <>
      <img src={poster} alt="" width={1600} height={900} loading="lazy" />
      <span className="film-start">
        <Play size={20} strokeWidth={1.5} aria-hidden />
        Play the film
      </span>
    </>
  )
  return (
    <section className="wrap mt-20 lg:mt-28" aria-label="Film">
      <div className="film">
        {isPlaying && isVideoOurs ? (
          <video
            ref={(film) => film?.focus()}
            src={videoUrl}
            poster={poster}
            aria-label={`${TITLE}, without sound`}
            controls
            autoPlay
            muted
            playsInline
          />
        ) : isPlaying ? (
          <iframe
            ref={(frame) => frame?.focus()}
            src={playerAddress(videoUrl)}
            title={TITLE}
            allow="autoplay; fullscreen; picture-in-picture; encrypted-media"
            allowFullScreen
          />
        ) : isHydrated ? (
          <button type="button" onClick={() => setIsPlaying(true)}>
            {still}
          </button>
        ) : (
          <a href={videoUrl}>{still}</a>
        )}
      </div>
      <p className="fine mt-4">{isVideoOurs ? WITHOUT_SOUND : playsFrom(videoUrl)}</p>
    </section>
  )
}

const TITLE = 'How the club works, a film'

/** Describes the film for those who cannot see it. */
const WITHOUT_SOUND =
  'Seventeen seconds without sound: the pieces of an edition pass, a bag shows its prices, and then, as members see it, its name and the way to the retailer.'

function playsFrom(videoUrl: string): string {
  const { hostname } = new URL(videoUrl)
  return `The film plays from ${hostname}, which hears of you only when you start it.`
}
