import { useLoaderData } from 'react-router'
import { AccountFailure } from '#app/accounts/web/AccountFailure.tsx'
import { ownPageLoader } from '#app/accounts/web/own-page-loader.ts'
import { SignInToView } from '#app/accounts/web/SignInToView.tsx'
import { useUser } from '#app/accounts/web/user.ts'
import { paths } from '#app/shared/paths.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { settingsAction } from './actions.ts'
import { hasSettingsFailed, loadSettings } from './queries.ts'
import { SettingsScreen } from './SettingsScreen.tsx'

export const action = settingsAction

export const handle: PageHandle = {
  head: () => ({
    title: 'Signing in',
    description: 'Your address, your password, and where you are signed in.',
  }),
}

export const loader = ownPageLoader({ load: loadSettings, hasFailed: hasSettingsFailed })

export function Component() {
  const { isFailed } = useLoaderData<typeof loader>()
  const user = useUser()
  if (isFailed) return <AccountFailure href={paths.accountSettings()} subject="account" />
  return user ? <SettingsScreen /> : <SignInToView />
}
