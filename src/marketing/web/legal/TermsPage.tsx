import type { LoaderFunctionArgs } from 'react-router'
import { loadOffer, useOffer } from '#app/membership/web/join/offer.ts'
import { paths } from '#app/shared/paths.ts'
import { site } from '#app/shared/site.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { LegalPage } from './LegalPage.tsx'
import { termsSections } from './terms-sections.tsx'

export const handle: PageHandle = {
  head: () => ({
    title: `Terms of Service · ${site.name}`,
    description: `What you may expect of ${site.name}, what it costs, and how to leave.`,
    canonicalPath: paths.terms(),
  }),
}

/** Members read what it costs as well. */
export async function loader({ context }: LoaderFunctionArgs) {
  await loadOffer(context.get(queryClientContext))
  return null
}

export function Component() {
  const offer = useOffer()
  return (
    <LegalPage
      title="Terms of Service"
      lead="What you may expect of us, what it costs, how to leave, and who is responsible for what."
      sections={termsSections(offer)}
    />
  )
}
