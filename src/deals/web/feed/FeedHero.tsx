import { FreeAccountLink } from '#app/accounts/web/sign-up/FreeAccountLink.tsx'
import { dealsInWords } from '#app/deals/life.copy.ts'
import { JoinButton } from '#app/membership/web/join/JoinButton.tsx'
import type { ViewerClass } from '#app/membership/web/subscription.ts'
import { spellNumberFirst } from '#app/shared/counts.ts'
import { FREE_DEALS_A_DAY } from '#app/shared/free-account.ts'
import { paths } from '#app/shared/paths.ts'
import { PageLink } from '#app/web/page/PageLink.tsx'
import { useSiteOutlet } from '#app/web/page/site-outlet.ts'
import { useReturnPath } from '#app/web/page/use-return-path.ts'

type Props = {
  viewer: ViewerClass
  /** Number of listed deals: of the whole feed, or of the filtered list. */
  totalDeals: number | undefined
  endedDeals: number
  /** The filters in words; undefined for the feed by day. */
  title: string | undefined
}

/** Compact for members; everybody else is first told what this is. */
export function FeedHero({ viewer, totalDeals, endedDeals, title }: Props) {
  const { feedHeadline } = useSiteOutlet()
  const next = useReturnPath()
  const count = totalDeals !== undefined && dealsInWords(totalDeals, endedDeals)
  if (title !== undefined || viewer === 'member' || viewer === 'past-due') {
    return (
      <div className="wrap flex flex-wrap items-end justify-between gap-x-8 gap-y-3 pt-10 pb-8 lg:pt-14">
        <h1 className={title === undefined ? 'headline' : 'title max-w-[40ch] wrap-anywhere'}>
          {title ?? 'Daily deals'}
        </h1>
        <p className="text-sm text-ink-soft" role="status">
          {count}
        </p>
      </div>
    )
  }
  return (
    <div className="wrap grid gap-8 py-12 lg:grid-cols-12 lg:items-end lg:pt-20 lg:pb-16">
      <h1 className="headline lg:col-span-8">
        {feedHeadline.map(({ words, name }) => (
          <span key={words} className="block">
            {name === undefined ? (
              words
            ) : (
              <PageLink className="counted" to={paths.howWeCount(name)}>
                {words}
              </PageLink>
            )}{' '}
          </span>
        ))}
      </h1>
      <div className="grid justify-items-start gap-3 border-t border-ink pt-4 text-sm lg:col-span-4">
        <p className="font-semibold">{count}</p>
        <p className="text-ink-soft">{introduction(viewer)}</p>
        <JoinButton />
        {viewer === 'visitor' && (
          <PageLink className="link text-sm" to={paths.signIn(next)}>
            Already a member? Sign in
          </PageLink>
        )}
        <FreeAccountLink />
      </div>
    </div>
  )
}

function introduction(viewer: ViewerClass): string {
  return viewer === 'free'
    ? `${spellNumberFirst(FREE_DEALS_A_DAY)} deals are open for you every day. Members have all of them.`
    : 'Prices are for everyone. Names and links are for members.'
}
