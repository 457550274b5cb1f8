import { Form } from 'react-router'
import type { SignedInBrowser } from '#app/accounts/settings.contract.ts'
import { browserInWords } from '#app/accounts/settings.facts.ts'
import { FormErrors } from '#app/accounts/web/FormErrors.tsx'
import { formatDateAt } from '#app/shared/dates.ts'
import { paths } from '#app/shared/paths.ts'
import { Button } from '#app/ui/Button.tsx'
import { useSettingsForm } from './actions.ts'

/** Lists signed-in browsers, with buttons that sign one out or all others. */
export function BrowserList({ browsers }: { browsers: SignedInBrowser[] }) {
  const one = useSettingsForm('end')
  const others = useSettingsForm('end-others')
  const outcome = one.outcome ?? others.outcome
  return (
    <section aria-labelledby="browsers">
      <h2 id="browsers" className="caps mb-4 text-ink-soft">
        Signed in
      </h2>
      <ul className="border-t border-hairline">
        {browsers.map((browser) => (
          <Row key={browser.id} browser={browser} busyId={one.busyId} />
        ))}
      </ul>
      {outcome?.isDone && (
        <p className="notice mt-5" role="status">
          {outcome.intent === 'end'
            ? 'That browser is signed out.'
            : 'Every other browser is signed out.'}
        </p>
      )}
      <div className="mt-5 empty:hidden">
        <FormErrors
          title="Nothing has changed"
          messages={outcome?.error ? [outcome.error] : []}
          outcome={outcome}
        />
      </div>
      {browsers.length > 1 ? (
        <Form method="post" action={paths.accountSettings()} className="mt-7" preventScrollReset>
          <input type="hidden" name="intent" value="end-others" />
          <Button type="submit" variant="quiet" isBusy={others.isBusy}>
            {others.isBusy ? 'Signing out...' : 'Sign out all others'}
          </Button>
        </Form>
      ) : (
        <p className="fine mt-4">You are signed in nowhere else.</p>
      )}
    </section>
  )
}

type RowProps = { browser: SignedInBrowser; busyId: string | undefined }

function Row({ browser, busyId }: RowProps) {
  const { id, isThis, signedInAt, lastSeenAt } = browser
  const words = browserInWords(browser)
  const since = formatDateAt(signedInAt)
  const last = formatDateAt(lastSeenAt)
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-6 border-b border-hairline py-4">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{words}</p>
        <p className="mt-1 text-sm text-ink-soft">
          {since === last ? `Signed in on ${since}` : `Last seen on ${last}, signed in on ${since}`}
        </p>
      </div>
      {isThis ? (
        <p className="text-sm">This one</p>
      ) : (
        <Form method="post" action={paths.accountSettings()} preventScrollReset>
          <input type="hidden" name="intent" value="end" />
          <input type="hidden" name="id" value={id} />
          <button type="submit" className="text-button" disabled={busyId !== undefined}>
            {busyId === id ? 'Signing out...' : 'Sign out'}
            <span className="sr"> {words}</span>
          </button>
        </Form>
      )}
    </li>
  )
}
