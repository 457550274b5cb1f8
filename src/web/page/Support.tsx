import { useClub } from '#app/web/site-settings.ts'

/** Our address, in a line of text. */
export function Support({ className = 'link wrap-anywhere' }: { className?: string }) {
  const { supportEmail } = useClub()
  return (
    <a className={className} href={`mailto:${supportEmail}`}>
      {supportEmail}
    </a>
  )
}
