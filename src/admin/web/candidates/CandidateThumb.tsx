import '#app/admin/web/deal-form/picture-field.css'
import { useEffect, useRef, useState } from 'react'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'

/**
 * The picture of a candidate, proxied by our server so that no shop learns who looks. Decorative: the text
 * stands beside it.
 */
export function CandidateThumb({ id }: { id: number | null }) {
  const [isMissing, setMissing] = useState(false)
  const image = useRef<HTMLImageElement>(null)
  // The picture may have failed before scripts could listen for that.
  useEffect(() => {
    const { current } = image
    if (current?.complete && current.naturalWidth === 0 && current.currentSrc) setMissing(true)
  }, [])
  return (
    <span className="entry-thumb candidate-thumb">
      {id === null || isMissing ? (
        <span className="entry-thumb-none">No picture</span>
      ) : (
        <img
          ref={image}
          src={`${ADMIN_CALLS.candidates}/${id}/picture`}
          alt=""
          width={4}
          height={5}
          loading="lazy"
          draggable={false}
          onError={() => setMissing(true)}
        />
      )}
    </span>
  )
}
