import { Form } from 'react-router'
import { CONFIRM_EMAIL_MS } from '#app/accounts/accounts.facts.ts'
import type { AccountSettings } from '#app/accounts/settings.contract.ts'
import { EmailField } from '#app/accounts/web/EmailField.tsx'
import { formatMinutes, formatTime } from '#app/shared/dates.ts'
import { paths } from '#app/shared/paths.ts'
import { PasswordField } from '#app/ui/PasswordField.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { useSettingsForm } from './actions.ts'
import { SettingsForm } from './SettingsForm.tsx'

export function EmailSettings({ settings: { email, nextEmail } }: { settings: AccountSettings }) {
  const isHydrated = useHydrated()
  return (
    <section aria-labelledby="email">
      <h2 id="email" className="caps mb-4 text-ink-soft">
        E-mail address
      </h2>
      <p className="text-lg wrap-anywhere">{email}</p>
      {nextEmail && <Waiting next={nextEmail} />}
      <SettingsForm
        intent="email"
        opener="Change address"
        submit="Send the link"
        busyText="Sending..."
        done={`The link is on its way: open it within ${formatMinutes(CONFIRM_EMAIL_MS)}. We have told the present address, too.`}
      >
        {(wrong, typed) => (
          <>
            <EmailField
              label="New address"
              autoComplete="email"
              defaultValue={typed}
              error={wrong.email}
            />
            <PasswordField
              label="Your password"
              name="password"
              autoComplete="current-password"
              required
              canShow={isHydrated}
              error={wrong.password}
            />
          </>
        )}
      </SettingsForm>
    </section>
  )
}

function Waiting({ next: { email, expiresAt } }: { next: { email: string; expiresAt: string } }) {
  const { isBusy } = useSettingsForm('cancel-email')
  return (
    <div className="mt-5 border-y border-hairline py-5">
      <p className="max-w-[34rem] wrap-anywhere">
        Waiting for you to confirm <span className="font-semibold">{email}</span>. The link we sent
        there works until {formatTime(expiresAt)}, Toronto time.
      </p>
      <Form method="post" action={paths.accountSettings()} preventScrollReset>
        <input type="hidden" name="intent" value="cancel-email" />
        <button type="submit" className="text-button mt-2" disabled={isBusy}>
          Keep the present address
        </button>
      </Form>
    </div>
  )
}
