import { data, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { loadUser, useUser } from '#app/accounts/web/user.ts'
import { paths } from '#app/shared/paths.ts'
import { ApiError } from '#app/web/api/api.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import { isBrowser } from '#app/web/browser.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { ProblemScreen } from '#app/web/page/ProblemScreen.tsx'
import { TryAgain } from '#app/web/page/TryAgain.tsx'
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

export async function loader({ context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  try {
    if (!(await loadUser(queryClient))) return { isFailed: false }
  } catch (error) {
    return failed(error instanceof ApiError ? error.status : 503)
  }
  const loading = loadSettings(queryClient)
  // In the browser the page comes at once, in outline.
  if (isBrowser) return { isFailed: false }
  await loading
  return hasSettingsFailed(queryClient) ? failed(503) : { isFailed: false }
}

function failed(status: number) {
  return data({ isFailed: true }, { status })
}

export function Component() {
  const { isFailed } = useLoaderData<typeof loader>()
  const user = useUser()
  if (isFailed) {
    return (
      <ProblemScreen
        eyebrow="Account"
        title="We could not read your account"
        actions={<TryAgain href={paths.accountSettings()} />}
      >
        <p className="lead" role="alert">
          It is us or the line in between. Nothing about your account has changed.
        </p>
      </ProblemScreen>
    )
  }
  return user ? <SettingsScreen /> : <SignedOut />
}

function SignedOut() {
  return (
    <ProblemScreen
      eyebrow="Account"
      title="Please sign in to view your account."
      actions={
        <>
          <Link className="button" to={paths.signIn()}>
            Sign in
          </Link>
          <Link className="link text-sm" to={paths.home()}>
            Return to Homepage
          </Link>
        </>
      }
    />
  )
}
