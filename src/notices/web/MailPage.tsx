import { useLoaderData } from 'react-router'
import { AccountFailure } from '#app/accounts/web/AccountFailure.tsx'
import { ownPageLoader } from '#app/accounts/web/own-page-loader.ts'
import { SignInToView } from '#app/accounts/web/SignInToView.tsx'
import { useUser } from '#app/accounts/web/user.ts'
import { mailAction } from '#app/mailings/web/actions.ts'
import { MailScreen } from '#app/mailings/web/MailScreen.tsx'
import { hasMailChoicesFailed, loadMailChoices } from '#app/mailings/web/queries.ts'
import { paths } from '#app/shared/paths.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { Devices } from './OnDevices.tsx'

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
  if (!user) return <SignInToView />
  return (
    <MailScreen email={user.email}>
      <section className="grid gap-4 border-t border-hairline pt-8 text-sm">
        <h2 className="title">On your devices</h2>
        <Devices />
      </section>
    </MailScreen>
  )
}
