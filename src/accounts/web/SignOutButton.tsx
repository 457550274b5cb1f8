import { useFetcher } from 'react-router'
import { paths } from '#app/web/paths.ts'

/** A form, so that it works without scripts too. */
export function SignOutButton({ className }: { className: string }) {
  const fetcher = useFetcher()
  const isBusy = fetcher.state !== 'idle'
  return (
    <fetcher.Form method="post" action={paths.signOut()}>
      <button type="submit" className={className} aria-busy={isBusy || undefined} disabled={isBusy}>
        Sign out
      </button>
    </fetcher.Form>
  )
}
