import { SHORTEST_PASSWORD } from '#app/accounts/accounts.facts.ts'
import type { AccountSettings } from '#app/accounts/settings.contract.ts'
import { formatDateAt } from '#app/shared/dates.ts'
import { PasswordField } from '#app/ui/PasswordField.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { SettingsForm } from './SettingsForm.tsx'

export function PasswordSettings({ settings }: { settings: AccountSettings }) {
  const isHydrated = useHydrated()
  const changed = formatDateAt(settings.passwordChangedAt)
  return (
    <section aria-labelledby="password">
      <h2 id="password" className="caps mb-4 text-ink-soft">
        Password
      </h2>
      <p className="text-lg">
        {changed ? `Changed on ${changed}` : 'The one this account began with'}
      </p>
      <SettingsForm
        intent="password"
        opener="Change password"
        submit="Save password"
        busyText="Saving..."
        done="Your password is changed, and every other browser is signed out."
      >
        {(wrong) => (
          <>
            {/* Tells password managers which account it is. */}
            <input type="hidden" autoComplete="username" value={settings.email} readOnly />
            <PasswordField
              label="Current password"
              name="currentPassword"
              autoComplete="current-password"
              required
              canShow={isHydrated}
              error={wrong.currentPassword}
            />
            <PasswordField
              label="New password"
              name="password"
              autoComplete="new-password"
              required
              canShow={isHydrated}
              error={wrong.password}
            />
            <p className="fine -mt-3">
              At least {SHORTEST_PASSWORD} characters. Every other browser is signed out.
            </p>
          </>
        )}
      </SettingsForm>
    </section>
  )
}
