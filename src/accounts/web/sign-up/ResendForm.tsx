import { useFetcher } from 'react-router'
import { paths } from '#app/shared/paths.ts'

type Props = {
  /** The token of an expired link. */
  token?: string | undefined
  className?: string
}

/**
 * Resends the confirmation mail and shows the result in place; without scripts, the page of the link
 * shows it.
 */
export function ResendForm({ token, className = 'button button-quiet' }: Props) {
  const fetcher = useFetcher<{ resent?: string }>()
  const isBusy = fetcher.state !== 'idle'
  const said = fetcher.data?.resent
  return (
    <fetcher.Form method="post" action={paths.confirmSignUp()} className="resend">
      <input type="hidden" name="intent" value="resend" />
      {token && <input type="hidden" name="token" value={token} />}
      <button type="submit" className={className} disabled={isBusy} aria-busy={isBusy || undefined}>
        {isBusy ? 'Sending...' : 'Send it again'}
      </button>
      <span role="status">{isBusy ? '' : said}</span>
    </fetcher.Form>
  )
}
