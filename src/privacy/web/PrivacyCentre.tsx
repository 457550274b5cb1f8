import { lazy, Suspense } from 'react'
import { Link, type LoaderFunctionArgs } from 'react-router'
import { loadUser } from '#app/accounts/web/user.ts'
import { paths } from '#app/shared/paths.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import { isBrowser } from '#app/web/browser.ts'
import { useSiteSettings } from '#app/web/site-settings.ts'
import { DeleteAccount } from './DeleteAccount.tsx'
import { PersonalDataList } from './PersonalDataList.tsx'
import { loadPersonalDataCounts } from './queries.ts'

// If it cannot be loaded, the account page renders without it: the policy offers the choice too.
const ConsentChoice = lazy(() =>
  import('#app/tracking/web/ConsentChoice.tsx').catch(() => ({ default: () => null })),
)

/** Never fails because of the counts: the list shows that error itself. */
export async function loader({ context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  if (!(await loadUser(queryClient).catch(() => null))) return null
  const loading = loadPersonalDataCounts(queryClient)
  if (!isBrowser) await loading
  return null
}

/** The part of the account page about personal data: list, export and deletion. */
export function Component() {
  return (
    <section aria-labelledby="your-data" className="print:hidden">
      <h2 id="your-data" className="caps mb-4 text-ink-soft">
        Your data
      </h2>
      <p className="max-w-[38rem]">
        This is what we keep about you. What each is for, and how long it stays, is in our{' '}
        <Link className="link" to={paths.privacyPolicy()}>
          Privacy Policy
        </Link>
        .
      </p>
      <PersonalDataList />
      <div className="mt-9 grid gap-x-6 gap-y-4 sm:flex sm:flex-wrap sm:items-start">
        <a className="button button-quiet" href="/api/privacy/download" download>
          Download my data
        </a>
        <DeleteAccount />
      </div>
      <Measuring />
    </section>
  )
}

/** The choice of consent to measuring; renders nothing where nothing is measured. */
function Measuring() {
  const { tracking } = useSiteSettings()
  if (!useHydrated() || !tracking) return null
  return (
    <div className="mt-12">
      <h3 className="font-semibold">Measured for marketing</h3>
      <Suspense>
        <ConsentChoice />
      </Suspense>
    </div>
  )
}
