import type { LoaderFunctionArgs } from 'react-router'
import { showcaseQuery } from '#app/deals/web/queries.ts'
import { loadProspect } from '#app/membership/web/join/join-loader.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import { paths } from '#app/web/paths.ts'

/** Who has joined is taken on to the deals. The page stands without its pictures. */
export async function loadOffering(args: LoaderFunctionArgs): Promise<null> {
  const queryClient = args.context.get(queryClientContext)
  await Promise.all([
    loadProspect(args, paths.dailyDeals()),
    queryClient.prefetchQuery(showcaseQuery),
  ])
  return null
}
