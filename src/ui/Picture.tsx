import { useEffect, useRef, useState } from 'react'
import { focusClass, type PictureNotes, pictureSources } from './picture.rules.ts'

type Props = {
  /** Keys to try in turn; if none loads, text is shown instead. */
  candidates: string[]
  host: string
  /** Alternative text and focal point by picture key, if a curator has set them. */
  notes?: PictureNotes | undefined
  alt: string
  sizes: string
  /** Background colour until the picture has loaded, as #rrggbb. */
  placeholder: string | null
  /** Loads at once rather than when it nears the viewport. */
  isEager?: boolean
  /** The largest element in the viewport: loads with high priority. */
  isFirst?: boolean
}

/** A 4:5 picture that keeps its space while it loads and if it fails. */
export function Picture(props: Props) {
  const { candidates, host, notes, alt, sizes, placeholder, isEager, isFirst } = props
  const [failures, setFailures] = useState(0)
  const image = useRef<HTMLImageElement>(null)
  const key = candidates[failures]

  // It may have failed before hydration, when no error handler was attached.
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
