import { useEffect } from 'react'
import { useFetcher } from 'react-router'
import { paths } from '#app/shared/paths.ts'
import { preloadToaster } from '#app/web/toasts/ToasterOnDemand.tsx'

type Props = {
  className: string
  /** Of the form itself: hidden with it, it leaves no gap in its row. */
  formClassName?: string
  label?: string
}

/** A form, so that it works without scripts too. */
export function SignOutButton({ className, formClassName, label = 'Sign out' }: Props) {
  const fetcher = useFetcher()
  const isBusy = fetcher.state !== 'idle'
  useEffect(preloadSignOut, [])
  return (
    <fetcher.Form method="post" action={paths.signOut()} className={formClassName}>
      <button type="submit" className={className} aria-busy={isBusy || undefined} disabled={isBusy}>
        {label}
      </button>
    </fetcher.Form>
  )
}

/** Preloaded so that signing out offline fails with a message instead of a missing script. */
function preloadSignOut() {
  import('./sign-out.ts').catch(() => {})
  preloadToaster()
}
