import type { PersonalDataCount } from '#app/privacy/privacy.contract.ts'
import { formatDateAt } from '#app/shared/dates.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { LoadFailure } from '#app/web/page/LoadFailure.tsx'
import { Support } from '#app/web/page/Support.tsx'
import { describeCount } from './personal-data.copy.ts'
import { usePersonalDataCounts } from './queries.ts'

/** Lists the kinds of personal data that exist, one line each. */
export function PersonalDataList() {
  const { data, isError, isFetching, refetch } = usePersonalDataCounts()
  const isHydrated = useHydrated()
  if (data) {
    return (
      <>
        {data.mailRefusedAt && <MailRefused at={data.mailRefusedAt} />}
        <dl className="mt-7 border-t border-hairline">
          {data.kept.map((each) => (
            <Line key={each.kind} kept={each} />
          ))}
        </dl>
      </>
    )
  }
  if (!isError || !isHydrated) return <Skeleton />
  return (
    <div className="mt-7">
      <LoadFailure
        text="What we keep could not be counted. You can still download it."
        isBusy={isFetching}
        onRetry={() => refetch()}
      />
    </div>
  )
}

function MailRefused({ at }: { at: string }) {
  return (
    <p className="notice mt-7 max-w-[38rem]" role="status">
      Our mail does not reach you: on {formatDateAt(at)} the mail server of your address said that
      nobody reads it. Write to <Support /> to hear from us again.
    </p>
  )
}

function Line({ kept }: { kept: PersonalDataCount }) {
  const { label, amount, dates } = describeCount(kept)
  return (
    <div className="grid items-baseline gap-x-6 gap-y-1 border-b border-hairline py-3 sm:grid-cols-[11rem_1fr]">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="flex flex-wrap items-baseline justify-between gap-x-6 tabular-nums">
        {amount} {dates && <span className="text-sm text-ink-soft">{dates}</span>}
      </dd>
    </div>
  )
}

const LINES = ['w-1/2', 'w-2/3', 'w-2/5', 'w-3/5']

function Skeleton() {
  return (
    <div role="status">
      <span className="sr">Counting what we keep about you</span>
      <div aria-hidden className="mt-7 grid gap-7 border-t border-hairline pt-5">
        {LINES.map((width) => (
          <div key={width} className={`bone h-4 ${width}`} />
        ))}
      </div>
    </div>
  )
}
