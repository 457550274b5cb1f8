import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Follows } from '#app/follows/follows.contract.ts'
import { paths } from '#app/shared/paths.ts'
import { browserApi } from '#app/web/api/api.ts'
import { followsQuery } from './queries.ts'
import './offer.css'

/** Asks whether to start the setup; either answer ends the offer. */
export default function SetupQuestion() {
  const queryClient = useQueryClient()

  /** Ends the offer. If the request fails, the setup is offered once more. */
  function close() {
    queryClient.setQueryData<Follows | null>(
      followsQuery.queryKey,
      (known) => known && { ...known, wasSetUpOffered: true },
    )
    void browserApi.request('POST', '/api/for-you/offered').catch(() => {})
  }

  return (
    <aside className="offer-setup" aria-label="What is for you">
      <div className="wrap flex flex-wrap items-center justify-between gap-x-8 gap-y-3 py-5">
        <p className="max-w-[34rem]">
          <strong className="font-semibold">What is for you?</strong>
          {
            ' Two minutes: brands, sizes, prices. Then the deals that fit stand on a page of their own.'
          }
        </p>
        <p className="flex flex-wrap items-center gap-x-6">
          <Link className="button" to={paths.forYouSetup()} onClick={close}>
            Say what you want
          </Link>
          <button type="button" className="text-button" onClick={close}>
            Later
          </button>
        </p>
      </div>
    </aside>
  )
}
