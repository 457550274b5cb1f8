import { Form, Link } from 'react-router'
import type { VersionStanding } from '#app/accounts/terms.contract.ts'
import { useVersions } from '#app/accounts/web/versions.ts'
import { formatDate, formatDateAt } from '#app/shared/dates.ts'
import { changesPath, versionPath } from '#app/shared/legal-paths.ts'
import { LEGAL_TITLES } from '#app/shared/legal-versions.ts'
import { paths } from '#app/shared/paths.ts'
import { Button } from '#app/ui/Button.tsx'
import { useSettingsForm } from './actions.ts'

/** Which versions of terms and policy somebody has accepted, and which are new to them. */
export function TermsSettings() {
  const versions = useVersions()
  const { outcome } = useSettingsForm('terms')
  if (versions.length === 0) return null
  return (
    <section aria-labelledby="terms">
      <h2 id="terms" className="caps mb-4 text-ink-soft">
        Terms and policy
      </h2>
      {outcome?.error && (
        <p className="notice mb-5" role="alert">
          {outcome.error}
        </p>
      )}
      {versions.map((standing) => (
        <Standing key={standing.document} {...standing} />
      ))}
    </section>
  )
}

function Standing({ document, version, from, since, accepted }: VersionStanding) {
  const { isBusy } = useSettingsForm('terms')
  const isOpen = version > 1 && accepted?.version !== version
  return (
    <div className="mb-6">
      <p className="text-lg">
        <Link className="link" to={versionPath(document, version)}>
          {LEGAL_TITLES[document]}
        </Link>
      </p>
      <p className="mt-1">{acceptedInWords(accepted)}</p>
      {isOpen && (
        <>
          <p className="mt-1">
            {`Version ${version} holds from ${formatDate(from)}. `}
            <Link className="link" to={changesPath(document, version, since ?? 1)}>
              See what changes
            </Link>
          </p>
          <Form method="post" action={paths.accountSettings()} className="mt-4" preventScrollReset>
            <input type="hidden" name="intent" value="terms" />
            <input type="hidden" name="document" value={document} />
            <input type="hidden" name="version" value={version} />
            <Button type="submit" variant="quiet" name="answer" value="accept" isBusy={isBusy}>
              {`Accept version ${version}`}
            </Button>
          </Form>
        </>
      )}
    </div>
  )
}

function acceptedInWords(accepted: VersionStanding['accepted']): string {
  if (!accepted) return 'No acceptance of it is noted.'
  const when = formatDateAt(accepted.at)
  if (accepted.version === null) return `Accepted on ${when}, before versions were counted.`
  return `Version ${accepted.version} accepted on ${when}`
}
