import { adminPaths } from '#app/admin/paths.facts.ts'
import { NotRead } from '#app/admin/web/shell/NotRead.tsx'
import { backOfficePage } from '#app/admin/web/shell/page-head.ts'
import '#app/admin/web/carousels/rows.css'
import '#app/admin/web/deal-form/picture-field.css'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { EditRow } from '#app/admin/web/carousels/EditRow.tsx'
import { useCarouselEditing } from '#app/admin/web/carousels/editing.ts'
import { loadManagedCarousels, useManagedCarousels } from '#app/admin/web/carousels/queries.ts'
import { onDealsChanged } from '#app/admin/web/shell/live.ts'
import { refreshDeals } from '#app/admin/web/shell/refresh-deals.ts'
import { loadAdminSession } from '#app/admin/web/shell/session.ts'
import { FEWEST_IN_CAROUSEL } from '#app/deals/deals.facts.ts'
import { spellNumber } from '#app/shared/counts.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'

export const handle = backOfficePage('Carousels')

export async function loader({ context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  const { isOpen } = await loadAdminSession(queryClient)
  if (isOpen) await loadManagedCarousels(queryClient)
  return null
}

/** The carousels above the feed and on the front page: their titles and their order. */
export function Component() {
  const queryClient = useQueryClient()
  const carousels = useManagedCarousels()
  const editing = useCarouselEditing()

  useEffect(() => onDealsChanged(() => void refreshDeals(queryClient)), [queryClient])

  return (
    <>
      <h1 className="title admin-title">Carousels</h1>
      <p className="soft carousels-about">
        {`Rows of deals on the front page and above the feed, in this order. One is shown when it is on, has a title and at least ${spellNumber(FEWEST_IN_CAROUSEL)} published deals. `}
        <kbd className="kbd">Alt</kbd> <kbd className="kbd">↑</kbd> <kbd className="kbd">↓</kbd>
        {' move the one you are in.'}
      </p>
      {!carousels && (
        <NotRead href={adminPaths.carousels()}>The carousels could not be read.</NotRead>
      )}
      {carousels && (
        <ol className="carousels">
          {carousels.map((carousel, index) => (
            <EditRow
              key={carousel.number}
              carousel={carousel}
              place={index + 1}
              count={carousels.length}
              editing={editing}
            />
          ))}
        </ol>
      )}
      <p className="sr" role="status">
        {editing.spoken}
      </p>
    </>
  )
}
