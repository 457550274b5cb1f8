import { useEffect, useRef, useState } from 'react'
import { focusClass, type PictureNotes, pictureSources } from './picture.rules.ts'

type Props = {
  /** Keys to try in turn; when none can be shown, words stand in. */
  candidates: string[]
  host: string
  /** By their keys: what they show and where, if somebody has said. */
  notes?: PictureNotes | undefined
  alt: string
  sizes: string
  /** Colour of the place until the picture is there, as #rrggbb. */
  placeholder: string | null
  /** Wanted at once rather than when it comes near the screen. */
  isEager?: boolean
  /** The largest thing on the screen. */
  isFirst?: boolean
}

/** A 4:5 picture that keeps its place while it loads and when it cannot. */
export function Picture(props: Props) {
  const { candidates, host, notes, alt, sizes, placeholder, isEager, isFirst } = props
  const [failures, setFailures] = useState(0)
  const image = useRef<HTMLImageElement>(null)
  const key = candidates[failures]

  // It may have failed before scripts were there to hear of it.
  useEffect(() => {
    const { current } = image
    if (key && current?.complete && current.naturalWidth === 0 && current.currentSrc) {
      setFailures((count) => count + 1)
    }
  }, [key])

  if (!key) {
    return (
      <div className="pic">
        <span className="pic-none">Image unavailable</span>
      </div>
    )
  }
  const sources = pictureSources(key, host)
  const note = notes?.[key]
  return (
    <div className="pic">
      {placeholder && <svg color={placeholder} />}
      <picture key={key}>
        <source type="image/avif" srcSet={sources.avif} sizes={sizes} />
        <source type="image/webp" srcSet={sources.webp} />
        <img
          ref={image}
          className={focusClass(note?.focus)}
          loading={isEager ? undefined : 'lazy'}
          fetchPriority={isFirst ? 'high' : undefined}
          width={4}
          height={5}
          alt={note?.alternative ?? alt}
          src={sources.jpeg}
          onError={() => setFailures((count) => count + 1)}
        />
      </picture>
    </div>
  )
}
