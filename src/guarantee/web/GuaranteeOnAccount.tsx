import { Link, type LoaderFunctionArgs, Outlet } from 'react-router'
import { loadUser } from '#app/accounts/web/user.ts'
import { guaranteeInWords } from '#app/guarantee/guarantee.copy.ts'
import { paths } from '#app/shared/paths.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import { isBrowser } from '#app/web/browser.ts'
import { Meter } from './Meter.tsx'
import { isMetered, loadGuarantee, useGuarantee } from './queries.ts'

/** Loads the panel for the account page, which renders without it if loading fails. */
export async function loader({ context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  if (!(await loadUser(queryClient).catch(() => null))) return null
  const loading = loadGuarantee(queryClient)
  if (!isBrowser) await loading
  return null
}

export function Component() {
  return (
    <>
      <GuaranteePanel />
      <Outlet />
    </>
  )
}

/** Shows the state of the first year to anyone who has paid for one. */
function GuaranteePanel() {
  const { data } = useGuarantee()
  if (!data || data.state === 'none') return null
  const { title } = guaranteeInWords(data)
  return (
    <section aria-labelledby="guarantee" className="print:hidden">
      <h2 id="guarantee" className="caps mb-4 text-ink-soft">
        Your guarantee
      </h2>
      {isMetered(data) && <Meter guarantee={data} />}
      {data.state !== 'running' && <p className="mt-4">{title}</p>}
      <Link className="link mt-3 inline-block text-sm" to={paths.guarantee()}>
        {data.state === 'open' ? 'Refund my year' : 'How it stands'}
      </Link>
    </section>
  )
}
