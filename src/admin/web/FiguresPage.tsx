import './figures.css'
import './figures-chart.css'
import './figures-rows.css'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import type { PageHandle } from '#app/web/head.ts'
import { queryClientContext } from '#app/web/query-client.ts'
import { site } from '#app/web/site.ts'
import { loadAdminSession } from './admin-session.ts'
import { FiguresReport } from './FiguresReport.tsx'
import { FiguresRows } from './FiguresRows.tsx'
import { readFiguresAddress } from './figures-address.rules.ts'
import { loadFigures } from './figures-queries.ts'

export const handle: PageHandle = {
  head: () => ({
    title: `Figures · Back office · ${site.name}`,
    description: `The back office of ${site.name}.`,
    isHidden: true,
  }),
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  const { isOpen } = await loadAdminSession(queryClient)
  const address = readFiguresAddress(new URL(request.url).searchParams)
  if (isOpen) await loadFigures(queryClient, address)
  return null
}

/** What happens, from stored rows only: the report, or the list behind one of its numbers. */
export function Component() {
  const [search] = useSearchParams()
  const { period, list } = readFiguresAddress(search)
  return list ? <FiguresRows period={period} list={list} /> : <FiguresReport period={period} />
}
