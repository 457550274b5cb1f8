import '#app/admin/web/deal-form/form.css'
import '#app/admin/web/product-feeds/product-feeds.css'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { productFeedsPath } from '#app/admin/sourcing-paths.facts.ts'
import { useCloseAsked } from '#app/admin/web/fields/use-close-asked.ts'
import { FeedForm } from '#app/admin/web/product-feeds/FeedForm.tsx'
import { FeedRow } from '#app/admin/web/product-feeds/FeedRow.tsx'
import {
  changeFeeds,
  loadFeeds,
  useFeeds,
  useFeedsLive,
} from '#app/admin/web/product-feeds/queries.ts'
import { NotRead } from '#app/admin/web/shell/NotRead.tsx'
import { backOfficePage } from '#app/admin/web/shell/page-head.ts'
import { loadAdminSession } from '#app/admin/web/shell/session.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'

export const handle = backOfficePage('Product feeds')

export async function loader({ context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  const { isOpen } = await loadAdminSession(queryClient)
  if (isOpen) await loadFeeds(queryClient)
  return null
}

/** The product feeds that candidates come from, fetched daily or uploaded as files. */
export function Component() {
  const queryClient = useQueryClient()
  const { data } = useFeeds()
  const [isAdding, setAdding] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { typed, close } = useCloseAsked(leave)
  useFeedsLive()

  function leave() {
    setAdding(false)
    button.current?.focus()
  }

  return (
    <>
      <h1 className="title admin-title">Product feeds</h1>
      <p className="soft feeds-about">
        What shops sell, as they or their networks list it: Google Merchant XML, or any table with
        tabs or commas, packed with gzip or not. What fits a feed’s rules is a candidate, and only
        what you pick becomes a draft.
      </p>
      {!data && <NotRead href={productFeedsPath()}>The feeds could not be read.</NotRead>}
      {data && (
        <>
          <div className="feeds-do">
            <button
              ref={button}
              type="button"
              className="tool-main"
              aria-expanded={isAdding}
              onClick={() => (isAdding ? close() : setAdding(true))}
            >
              Add a feed
            </button>
          </div>
          {isAdding && (
            <div className="feeds-new">
              <FeedForm
                typed={typed}
                onKeep={async (said) => {
                  await changeFeeds(queryClient, 'POST', '', said)
                  leave()
                }}
                onLeave={close}
              />
            </div>
          )}
          {data.feeds.length === 0 && !isAdding && (
            <p className="soft">
              There is no feed yet. Add one with the address that the shop or its network gives you,
              or without one and upload its file.
            </p>
          )}
          {data.feeds.length > 0 && (
            <ul className="feeds">
              {data.feeds.map((feed) => (
                <FeedRow key={feed.id} feed={feed} />
              ))}
            </ul>
          )}
        </>
      )}
    </>
  )
}
