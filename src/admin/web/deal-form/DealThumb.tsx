import type { PictureFocus } from '#app/deals/editing/picture-notes.facts.ts'
import { focusClass, thumbSource } from '#app/ui/picture.rules.ts'
import { useSiteSettings } from '#app/web/site-settings.ts'

type Props = {
  pictureKey: string | null
  placeholder: string | null
  focus?: PictureFocus | null
}

/** A stored picture as a thumbnail. Decorative: the text stands beside it. */
export function DealThumb({ pictureKey, placeholder, focus }: Props) {
  const { pictureHost } = useSiteSettings()
  return (
    <span className="entry-thumb">
      {placeholder && <svg color={placeholder} aria-hidden />}
      {pictureKey ? (
        <img
          className={focusClass(focus)}
          src={thumbSource(pictureKey, pictureHost)}
          alt=""
          width={4}
          height={5}
          draggable={false}
        />
      ) : (
        <span className="entry-thumb-none">No picture</span>
      )}
    </span>
  )
}
