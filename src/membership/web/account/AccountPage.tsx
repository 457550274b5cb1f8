import { useLoaderData } from 'react-router'
import { AccountFailure } from '#app/accounts/web/AccountFailure.tsx'
import { ownPageLoader } from '#app/accounts/web/own-page-loader.ts'
import { SignInToView } from '#app/accounts/web/SignInToView.tsx'
import { useUser } from '#app/accounts/web/user.ts'
import { paths } from '#app/shared/paths.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { AccountScreen } from './AccountScreen.tsx'
import { accountAction } from './actions.ts'
import { hasSubscriptionFailed, loadAccount } from './queries.ts'

export const action = accountAction

export const handle: PageHandle = {
  head: () => ({
    title: 'Account',
    description: 'Your membership, your receipts, and the way out.',
  }),
}

export const loader = ownPageLoader({ load: loadAccount, hasFailed: hasSubscriptionFailed })

export function Component() {
  const { isFailed } = useLoaderData<typeof loader>()
  const user = useUser()
  if (isFailed) return <AccountFailure href={paths.account()} subject="membership" />
  return user ? <AccountScreen email={user.email} /> : <SignInToView />
}
