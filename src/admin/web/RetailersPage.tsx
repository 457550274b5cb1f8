import { adminPaths } from '#app/admin/paths.facts.ts'
import { NotRead } from '#app/admin/web/shell/NotRead.tsx'
import { backOfficePage } from '#app/admin/web/shell/page-head.ts'
import '#app/admin/web/deal-form/form.css'
import '#app/admin/web/retailers/retailers.css'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Form, Link, type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { askedRetailers, retailersParameters } from '#app/admin/web/retailers/address.rules.ts'
import {
  loadRetailers,
  readRetailersAgain,
  showRetailer,
  useRetailers,
} from '#app/admin/web/retailers/queries.ts'
import { RetailerRow } from '#app/admin/web/retailers/RetailerRow.tsx'
import { GAP_WORDS } from '#app/admin/web/retailers/words.copy.ts'
import { withParameters } from '#app/admin/web/shell/calls.rules.ts'
import { loadAdminSession } from '#app/admin/web/shell/session.ts'
import type { ManagedRetailer } from '#app/deals/registry.contract.ts'
import { REGISTRY_GAPS } from '#app/deals/registry.facts.ts'
import { countOf } from '#app/shared/counts.ts'
import { businessDay } from '#app/shared/dates.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import { useSiteSettings } from '#app/web/site-settings.ts'

export const handle = backOfficePage('Retailers')

export async function loader({ request, context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  const { isOpen } = await loadAdminSession(queryClient)
  if (isOpen) await loadRetailers(queryClient, askedRetailers(new URL(request.url).searchParams))
  return null
}

/** How links to each retailer are built, what they earn, and how it delivers. */
export function Component() {
  const [search] = useSearchParams()
  const asked = askedRetailers(search)
  const list = useRetailers(asked)
  const queryClient = useQueryClient()
  const today = useSiteSettings().today || businessDay(new Date())
  const [spoken, setSpoken] = useState('')

  function show(retailer: ManagedRetailer) {
    showRetailer(queryClient, asked, retailer)
    setSpoken(`${retailer.name} is kept`)
  }

  return (
    <>
      <h1 className="title admin-title">Retailers</h1>
      <p className="soft retailers-about">
        How links to each are made, what a purchase brings, and how it delivers. Members read the
        delivery on every deal, and choose by where it ships.
      </p>
      <Form className="retailers-filters" method="get" role="search">
        <input
          className="input"
          type="search"
          name="q"
          aria-label="Name or address"
          placeholder="Name or address"
          key={asked.q}
          defaultValue={asked.q}
        />
        <select
          key={asked.lacks}
          className="select"
          name="lacks"
          aria-label="Which"
          defaultValue={asked.lacks}
        >
          <option value="">All</option>
          {REGISTRY_GAPS.map((gap) => (
            <option key={gap} value={gap}>
              {GAP_WORDS[gap]}
            </option>
          ))}
        </select>
        <button type="submit" className="tool">
          Show
        </button>
      </Form>
      {!list && <NotRead href={adminPaths.retailers()}>The retailers could not be read.</NotRead>}
      {list && (
        <>
          <p className="soft retailers-count">
            {list.total === 0
              ? asked.q === '' && asked.lacks === ''
                ? 'There is no retailer yet: each comes with its first deal.'
                : 'None of them. '
              : countOf(list.total, 'retailer')}
            {list.total === 0 && (asked.q !== '' || asked.lacks !== '') && (
              <Link className="text-link" to={adminPaths.retailers()} discover="none">
                Show all
              </Link>
            )}
          </p>
          <ul className="retailers">
            {list.retailers.map((retailer) => (
              <RetailerRow
                key={retailer.id}
                retailer={retailer}
                today={today}
                onKept={show}
                onConflict={() => void readRetailersAgain(queryClient, asked)}
              />
            ))}
          </ul>
          <Pages page={asked.page} pages={list.pages} to={(page) => pageOf({ ...asked, page })} />
        </>
      )}
      <p className="sr" role="status">
        {spoken}
      </p>
    </>
  )
}

function pageOf(asked: ReturnType<typeof askedRetailers>): string {
  return withParameters(adminPaths.retailers(), retailersParameters(asked))
}

type PagesProps = { page: number; pages: number; to: (page: number) => string }

function Pages({ page, pages, to }: PagesProps) {
  if (pages === 1) return null
  return (
    <nav className="retailers-pages" aria-label="Pages">
      {page > 1 && (
        <Link className="text-link" to={to(page - 1)} discover="none">
          The page before
        </Link>
      )}
      <span className="soft">{`${page} of ${pages}`}</span>
      {page < pages && (
        <Link className="text-link" to={to(page + 1)} discover="none">
          The next page
        </Link>
      )}
    </nav>
  )
}
