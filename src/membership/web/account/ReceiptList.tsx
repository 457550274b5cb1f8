import type { Receipts } from '#app/membership/membership.contract.ts'
import { formatDateAt } from '#app/shared/dates.ts'
import { formatDollars } from '#app/shared/money.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { LoadFailure } from '#app/web/page/LoadFailure.tsx'
import { useClub } from '#app/web/site-settings.ts'
import { useReceipts } from './queries.ts'

/** What was paid, newest first. */
export function ReceiptList() {
  return (
    <section aria-labelledby="receipts" className="print:mt-10">
      <h2 id="receipts" className="caps mb-4 text-ink-soft">
        Receipts
      </h2>
      <Content />
    </section>
  )
}

function Content() {
  const { data, isError, isFetching, refetch } = useReceipts()
  const isHydrated = useHydrated()
  if (data === undefined && isError && isHydrated) {
    return (
      <LoadFailure
        text="Your receipts could not be read."
        isBusy={isFetching}
        onRetry={() => refetch()}
      />
    )
  }
  if (data === undefined) return <Bones />
  if (data.length === 0) return <p className="text-ink-soft">Nothing has been charged so far.</p>
  return (
    <>
      <ul className="border-t border-hairline">
        {data.map((receipt) => (
          <Receipt key={receipt.id} receipt={receipt} />
        ))}
      </ul>
      {isHydrated && (
        <button type="button" className="text-button mt-2" onClick={() => print()}>
          Print
          <span className="sr"> your receipts</span>
        </button>
      )}
    </>
  )
}

function Receipt({ receipt }: { receipt: Receipts[number] }) {
  const { name } = useClub()
  const { number, amount, refunded, paidAt, url } = receipt
  const on = formatDateAt(paidAt)
  return (
    <li className="grid grid-cols-[1fr_auto] items-baseline gap-x-6 gap-y-1 border-b border-hairline py-4 tabular-nums sm:grid-cols-[11rem_1fr_8rem_4rem] print:grid-cols-[11rem_1fr_8rem] print:py-2">
      <span>{on}</span>
      <span className="text-sm text-ink-soft wrap-anywhere max-sm:order-3">
        <span className="hidden print:inline">{name}, receipt </span>
        {number}
      </span>
      <span className="text-right">
        {formatDollars(amount)}
        {refunded > 0 && (
          <span className="block text-sm text-ink-soft">
            {refunded < amount ? `${formatDollars(refunded)} refunded` : 'Refunded'}
          </span>
        )}
      </span>
      {url && (
        <a
          className="link justify-self-end text-sm max-sm:order-4 print:hidden"
          href={url}
          rel="noreferrer"
        >
          Receipt<span className="sr"> of {on}</span>
        </a>
      )}
    </li>
  )
}

function Bones() {
  return (
    <div role="status">
      <span className="sr">Loading your receipts</span>
      <div aria-hidden className="grid gap-7 border-t border-hairline pt-5">
        <div className="bone h-4 w-full" />
        <div className="bone h-4 w-full" />
      </div>
    </div>
  )
}
