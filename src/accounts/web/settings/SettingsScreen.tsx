import { Link } from 'react-router'
import { paths } from '#app/shared/paths.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { LoadFailure } from '#app/web/page/LoadFailure.tsx'
import { Support } from '#app/web/page/Support.tsx'
import { BrowserList } from './BrowserList.tsx'
import { EmailSettings } from './EmailSettings.tsx'
import { PasswordSettings } from './PasswordSettings.tsx'
import { useSettings } from './queries.ts'
import { TermsSettings } from './TermsSettings.tsx'

/** Sign-in settings, and the browsers that are signed in. */
export function SettingsScreen() {
  return (
    <div className="wrap grid gap-x-8 gap-y-14 py-12 lg:grid-cols-12 lg:py-20">
      <div className="lg:col-span-4">
        <p className="mb-5">
          <Link className="link text-sm" to={paths.account()}>
            Your account
          </Link>
        </p>
        <h1 className="headline mb-5">Signing in</h1>
        <p className="lead max-w-[26rem]">
          Your address, your password, and every browser that is signed in.
        </p>
        <p className="fine mt-10 max-w-[22rem]">
          Something here that you did not do? Change your password, then write to <Support />
        </p>
      </div>
      <div className="grid min-w-0 content-start gap-16 lg:col-span-7 lg:col-start-6">
        <Content />
      </div>
    </div>
  )
}

function Content() {
  const { data, isError, isFetching, refetch } = useSettings()
  const isHydrated = useHydrated()
  if (data) {
    return (
      <>
        <EmailSettings settings={data} />
        <PasswordSettings settings={data} />
        <BrowserList browsers={data.browsers} />
        <TermsSettings />
      </>
    )
  }
  if (!isError || !isHydrated) return <Skeleton />
  return (
    <LoadFailure
      text="Your settings could not be read. Nothing about them has changed."
      isBusy={isFetching}
      onRetry={() => refetch()}
    />
  )
}

const SECTIONS = ['w-2/3', 'w-1/2', 'w-3/5']

function Skeleton() {
  return (
    <div role="status">
      <span className="sr">Loading your settings</span>
      <div aria-hidden className="grid gap-16">
        {SECTIONS.map((width) => (
          <div key={width}>
            <div className="bone h-3 w-28" />
            <div className={`bone mt-6 h-5 ${width}`} />
            <div className="bone mt-5 h-4 w-36" />
          </div>
        ))}
      </div>
    </div>
  )
}
