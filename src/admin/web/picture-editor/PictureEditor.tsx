import './picture-editor.css'
import { useId, useRef } from 'react'
import {
  nameGivenAway,
  type PublicFacts,
  suggestAlternative,
} from '#app/deals/editing/alternative-text.copy.ts'
import { LONGEST_ALTERNATIVE, type PictureFocus } from '#app/deals/editing/picture-notes.facts.ts'
import { FocalPoint } from './FocalPoint.tsx'

type Props = {
  /** `Card picture`. */
  place: string
  pictureKey: string
  alternative: string
  focus: PictureFocus | null
  /** What the alternative text may say about the piece, and the words that it must not contain. */
  facts: PublicFacts
  hidden: string[]
  onTell: (told: { alternative?: string; focus?: PictureFocus | null }) => void
}

/** Edits the alternative text and the focal point of a picture, with a preview of the card. */
export function PictureEditor(props: Props) {
  const { place, pictureKey, alternative, focus, facts, hidden, onTell } = props
  const id = useId()
  const text = useRef<HTMLInputElement>(null)
  const suggestion = suggestAlternative(facts)
  const told = nameGivenAway(alternative, hidden, facts)
  return (
    <section className="picture-editor" aria-label={`${place}: what it shows, and where`}>
      <FocalPoint pictureKey={pictureKey} focus={focus} onChange={(to) => onTell({ focus: to })} />
      <div className="entry-field">
        <label className="font-semibold" htmlFor={id}>
          Alternative text
        </label>
        <input
          ref={text}
          id={id}
          className="input"
          maxLength={LONGEST_ALTERNATIVE}
          autoComplete="off"
          placeholder={suggestion}
          value={alternative}
          aria-invalid={told !== undefined || undefined}
          aria-describedby={`${id}-note`}
          onChange={({ target }) => onTell({ alternative: target.value })}
        />
        <p id={`${id}-note`} className={told === undefined ? 'entry-field-note' : 'field-error'}>
          {told === undefined ? (
            <>
              What it shows, for those who do not see it. Everybody may read it: neither product
              name nor shop.{' '}
              {alternative.trim() === '' && (
                <button
                  type="button"
                  className="link"
                  onClick={() => {
                    onTell({ alternative: suggestion })
                    // The button disappears with its suggestion.
                    text.current?.focus()
                  }}
                >
                  {`Take “${suggestion}”`}
                </button>
              )}
            </>
          ) : (
            `Everybody may read this, and it gives away what is for members: “${told}”.`
          )}
        </p>
      </div>
    </section>
  )
}
