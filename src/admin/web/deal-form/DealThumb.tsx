import { thumbSource } from '#app/ui/picture.rules.ts'
import { useSiteSettings } from '#app/web/site-settings.ts'

type Props = { pictureKey: string | null; placeholder: string | null }

/** A stored picture, small; it says nothing that does not stand beside it. */
export function DealThumb({ pictureKey, placeholder }: Props) {
  const { pictureHost } = useSiteSettings()
  return (
    <span className="entry-thumb">
      {placeholder && <svg color={placeholder} aria-hidden />}
      {pictureKey ? (
        <img
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
