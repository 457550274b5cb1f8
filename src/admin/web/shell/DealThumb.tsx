import { useSiteSettings } from '#app/web/site-settings.ts'

type Props = { pictureKey: string | null; placeholder: string | null }

/** A stored picture, small; it says nothing that does not stand beside it. */
export function DealThumb({ pictureKey, placeholder }: Props) {
  const { pictureHost } = useSiteSettings()
  const name = pictureKey?.replace(/\.jpg$/, '')
  return (
    <span className="entry-thumb">
      {placeholder && <svg color={placeholder} aria-hidden />}
      {name ? (
        <img
          src={`${pictureHost}/ndc-images/${name}-320.webp`}
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
