import { Play } from 'lucide-react'
import { useState } from 'react'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { useSiteSettings } from '#app/web/site-settings.ts'
import { playerAddress } from './film.rules.ts'
import poster from './film-poster.avif'

/**
 * The film of the front page: our own poster until somebody asks for it, so that nobody else hears
 * of the visit before. Nothing at all where none is configured.
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

/** Says what it shows, for who does not see it. */
const WITHOUT_SOUND =
  'Seventeen seconds without sound: the pieces of an edition pass, a bag shows its prices, and then, as members see it, its name and the way to the retailer.'

function playsFrom(videoUrl: string): string {
  const { hostname } = new URL(videoUrl)
  return `The film plays from ${hostname}, which hears of you only when you start it.`
}
