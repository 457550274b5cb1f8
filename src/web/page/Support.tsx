import { useClub } from '#app/web/site-settings.ts'

/** Our support address, for a line of text. */
export function Support({ className = 'link wrap-anywhere' }: { className?: string }) {
  const { supportEmail } = useClub()
  return (
    <a className={className} href={`mailto:${supportEmail}`}>
      {supportEmail}
    </a>
  )
}
