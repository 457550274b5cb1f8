import { Play } from 'lucide-react'
import { useState } from 'react'
import { useSiteSettings } from '#app/web/site-settings.ts'
import { useHydrated } from '#app/web/use-hydrated.ts'
import { playerAddress } from './film.rules.ts'
import poster from './film-poster.avif'

/**
 * The film of the front page: our own poster until somebody asks for it, so that nobody else hears
 * of the visit before. Nothing at all where none is configured.
 */
export function Film() {
  const { videoUrl } = useSiteSettings()
  const [isPlaying, setIsPlaying] = useState(false)
  const isHydrated = useHydrated()
  if (!videoUrl) return null
  const { hostname } = new URL(videoUrl)
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
        {isPlaying ? (
          <iframe
            ref={(frame) => frame?.focus()}
            src={playerAddress(videoUrl)}
            title="How the club works, a film"
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
      <p className="fine mt-4">{`The film plays from ${hostname}, which hears of you only when you start it.`}</p>
    </section>
  )
}
