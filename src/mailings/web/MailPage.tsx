import { useLoaderData } from 'react-router'
import { AccountFailure } from '#app/accounts/web/AccountFailure.tsx'
import { ownPageLoader } from '#app/accounts/web/own-page-loader.ts'
import { SignInToView } from '#app/accounts/web/SignInToView.tsx'
import { useUser } from '#app/accounts/web/user.ts'
import { paths } from '#app/shared/paths.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { mailAction } from './actions.ts'
import { MailScreen } from './MailScreen.tsx'
import { hasMailChoicesFailed, loadMailChoices } from './queries.ts'

export const action = mailAction

export const handle: PageHandle = {
  head: () => ({
    title: 'Your mail',
    description: 'What comes by mail, how often, and at which hour.',
  }),
}

export const loader = ownPageLoader({ load: loadMailChoices, hasFailed: hasMailChoicesFailed })

export function Component() {
  const { isFailed } = useLoaderData<typeof loader>()
  const user = useUser()
  if (isFailed) return <AccountFailure href={paths.accountMail()} subject="mail" />
  return user ? <MailScreen email={user.email} /> : <SignInToView />
}
