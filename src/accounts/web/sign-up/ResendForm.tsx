import { useFetcher } from 'react-router'
import { paths } from '#app/shared/paths.ts'

type Props = {
  /** Of a link that has run out. */
  token?: string | undefined
  className?: string
}

/**
 * Has the mail that confirms an address sent again, and says here what came of it. Without scripts
 * the page of the link says the same.
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
