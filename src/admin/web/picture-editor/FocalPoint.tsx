import { type PointerEvent, useRef } from 'react'
import type { PictureFocus } from '#app/deals/editing/picture-notes.facts.ts'
import { focusClass, thumbSource } from '#app/ui/picture.rules.ts'
import { useSiteSettings } from '#app/web/site-settings.ts'
import { focusAt, focusInWords, movedByKey } from './focal.rules.ts'

type Props = {
  pictureKey: string
  focus: PictureFocus | null
  onChange: (focus: PictureFocus | null) => void
}

/** The crop of the card at three screen widths, each at a reduced scale. */
const CARDS = [
  ['Phone', 'crop-phone'],
  ['Tablet', 'crop-tablet'],
  ['Desk', 'crop-desk'],
] as const

/** Sets the focal point of a picture by pressing, dragging or keys, and previews the card at three widths. */
export function FocalPoint({ pictureKey, focus, onChange }: Props) {
  const { pictureHost } = useSiteSettings()
  const room = useRef<HTMLDivElement>(null)
  const mark = useRef<HTMLButtonElement>(null)
  const src = thumbSource(pictureKey, pictureHost)
  const [x, y] = focus ?? [500, 500]

  function onPoint(event: PointerEvent) {
    // Only the primary button counts; others open a menu.
    if (event.buttons !== 1) return
    const box = room.current?.getBoundingClientRect()
    if (!box) return
    event.preventDefault()
    if (event.type === 'pointerdown') room.current?.setPointerCapture(event.pointerId)
    mark.current?.focus()
    onChange(focusAt({ x: event.clientX, y: event.clientY }, box))
  }

  return (
    <div className="focal">
      <div>
        <div ref={room} className="focal-room" onPointerDown={onPoint} onPointerMove={onPoint}>
          <img src={src} alt="" draggable={false} />
          <button
            ref={mark}
            type="button"
            className="focal-mark"
            data-set={focus ? '' : undefined}
            // Set through the CSSOM in the browser: our CSP refuses only style attributes of the page.
            style={{ left: `${x / 10}%`, top: `${y / 10}%` }}
            aria-label={`Focal point: ${focusInWords(focus)}. Arrow keys move it.`}
            onKeyDown={(event) => {
              const moved = movedByKey(focus, event)
              if (!moved) return
              event.preventDefault()
              event.stopPropagation()
              onChange(moved)
            }}
          />
        </div>
        <p className="soft focal-words">
          <span role="status">{`Focal point ${focusInWords(focus)}.`}</span>{' '}
          {focus && (
            <button type="button" className="link" onClick={() => onChange(null)}>
              Take it away
            </button>
          )}
        </p>
      </div>
      <figure className="focal-crops" aria-label="The card at three widths">
        {CARDS.map(([words, look]) => (
          <span key={look} className="focal-card">
            <span className={`focal-crop ${look}`}>
              <img src={src} alt="" className={focusClass(focus)} draggable={false} />
            </span>
            <span className="soft">{words}</span>
          </span>
        ))}
      </figure>
    </div>
  )
}
