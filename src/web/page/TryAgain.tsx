import { useRevalidator } from 'react-router'
import { Button } from '#app/ui/Button.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

/** Reloads the page's data; before scripts have loaded, reloads the page at `href`. */
export function TryAgain({ href }: { href: string }) {
  const { revalidate, state } = useRevalidator()
  const isHydrated = useHydrated()
  return isHydrated ? (
    <Button isBusy={state === 'loading'} onClick={() => revalidate()}>
      Try again
    </Button>
  ) : (
    <a className="button" href={href}>
      Try again
    </a>
  )
}
