import { Link, useFetcher } from 'react-router'
import { formatDate } from '#app/shared/dates.ts'
import { changesPath } from '#app/shared/legal-paths.ts'
import { LEGAL_TITLES } from '#app/shared/legal-versions.ts'
import { paths } from '#app/shared/paths.ts'
import { useDay } from '#app/web/use-day.ts'
import { useVersions } from './versions.ts'

/** Banner about a new version, above every page until answered; it restricts nothing. */
export default function NewVersion() {
  const fetcher = useFetcher<{ error?: string }>()
  const today = useDay()
  const asked = useVersions().find(({ isAsked }) => isAsked)
  if (!asked) return null
  const { document, version, from, since } = asked
  const isBusy = fetcher.state !== 'idle'
  const change = document === 'terms' ? 'change' : 'changes'
  const begins = from > today ? change : 'changed'
  return (
    <aside className="unconfirmed" aria-label={`New ${LEGAL_TITLES[document]}`}>
      <div className="wrap">
        <p>
          <strong className="font-semibold">
            {`Our ${LEGAL_TITLES[document]} ${begins} on ${formatDate(from)}.`}
          </strong>{' '}
          <Link className="link" to={changesPath(document, version, since ?? 1)}>
            See what changes
          </Link>
        </p>
        <fetcher.Form method="post" action={paths.accountSettings()} className="version-answers">
          <input type="hidden" name="intent" value="terms" />
          <input type="hidden" name="document" value={document} />
          <input type="hidden" name="version" value={version} />
          <button className="link" type="submit" name="answer" value="accept" disabled={isBusy}>
            Accept
          </button>
          <button className="link" type="submit" name="answer" value="later" disabled={isBusy}>
            Not now
          </button>
          <span role="status">{isBusy ? '' : fetcher.data?.error}</span>
        </fetcher.Form>
      </div>
    </aside>
  )
}
