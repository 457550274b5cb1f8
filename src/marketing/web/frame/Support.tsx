import { site } from '#app/shared/site.ts'

/** Our address, in a line of text. */
export function Support() {
  return (
    <a className="link wrap-anywhere" href={`mailto:${site.supportEmail}`}>
      {site.supportEmail}
    </a>
  )
}
