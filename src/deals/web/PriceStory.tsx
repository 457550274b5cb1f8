import './prices.css'
import { useQuery } from '@tanstack/react-query'
import type { Deal } from '#app/deals/deals.contract.ts'
import type { PriceHistory, ToldPrice } from '#app/deals/prices/prices.contract.ts'
import {
  BEFORE_WORDS,
  CHECKS_PAUSED,
  checkedInWords,
  wasNote,
} from '#app/deals/prices/prices.copy.ts'
import { BADGE_WORDS, basisInWords, inShopInWords } from '#app/deals/prices/story.copy.ts'
import { useChecked } from '#app/deals/web/cards/checked.ts'
import { useViewerClass } from '#app/membership/web/subscription.ts'
import { businessDay, formatShortDate, formatShortDayFrom, formatTime } from '#app/shared/dates.ts'
import { formatPrice, formatShortPrice } from '#app/shared/money.ts'
import { useDay } from '#app/web/use-day.ts'
import { PriceLine } from './PriceLine.tsx'
import { pricesQuery } from './queries.ts'

/** What the price rests on, its history, and who saw it. */
export function PriceStory({ deal }: { deal: Deal }) {
  const { data } = useQuery<PriceHistory>(pricesQuery(deal.id))
  const today = useDay()
  const prices = data?.prices ?? []
  const note = wasNote(deal.price, today)
  return (
    <section className="wrap price-story" aria-labelledby="price-story">
      <div>
        <h2 id="price-story" className="title">
          Price, and how we know
        </h2>
        {data && data.badges.length > 0 && (
          <ul className="price-badges">
            {data.badges.map((badge) => (
              <li key={badge}>{BADGE_WORDS[badge]}</li>
            ))}
          </ul>
        )}
        <p>{basisInWords(deal)}</p>
        {deal.originalPrice !== null && note !== undefined && (
          <p className="soft-note">{`It was ${formatShortPrice(deal.originalPrice)}, ${note}.`}</p>
        )}
        {deal.inShop && <p className="soft-note">{inShopInWords(deal.inShop)}</p>}
        <LastLook deal={deal} prices={prices} />
      </div>
      {prices.length > 0 && (
        <div>
          <PriceLine
            prices={prices}
            until={deal.endedAt ? businessDay(new Date(deal.endedAt)) : today}
            isEnded={deal.state === 'ended'}
          />
          <details>
            <summary>
              {prices.length === 1
                ? 'The one price we know of'
                : `All ${prices.length} prices we know of`}
            </summary>
            <PriceTable prices={prices} />
          </details>
        </div>
      )}
    </section>
  )
}

/** The last look: to the minute for members, loaded beside the page; for others the day of an observation. */
function LastLook({ deal, prices }: { deal: Deal; prices: ToldPrice[] }) {
  const { at, areChecksPaused = false } = useChecked(deal.id) ?? {}
  const isMember = useViewerClass() === 'member'
  const today = useDay()
  const last = prices.findLast(({ isSeen }) => isSeen)
  if (deal.state === 'ended') return null
  const words = at
    ? `Last ${checkedInWords(at, today)}.`
    : last && !isMember
      ? `Seen ${last.by === 'us' ? 'by us' : 'by a curator'} on ${formatShortDayFrom(last.day, today)}.`
      : undefined
  const said = [...(words ? [words] : []), ...(areChecksPaused ? [CHECKS_PAUSED] : [])]
  return <p className="soft-note">{said.join(' ') || '\u00a0'}</p>
}

function PriceTable({ prices }: { prices: ToldPrice[] }) {
  const hasShop = prices.some(({ inShop }) => inShop !== undefined)
  return (
    <div className="price-table-room">
      <table className="price-table">
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Price</th>
            <th scope="col">Before</th>
            {hasShop && <th scope="col">In the shop</th>}
            <th scope="col">Seen</th>
          </tr>
        </thead>
        <tbody>
          {prices.toReversed().map((each, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows never move
            <tr key={index}>
              <th scope="row">
                {formatShortDate(each.day)}
                {each.at && <span className="soft">{`, ${formatTime(each.at)}`}</span>}
              </th>
              <td>{each.now === null ? 'Not known' : formatPrice(each.now)}</td>
              <td>
                {each.was === null
                  ? '–'
                  : `${BEFORE_WORDS[each.basis].short || 'unknown:'} ${formatPrice(each.was)}`}
              </td>
              {hasShop && <td>{each.inShop ?? '–'}</td>}
              <td>{`${each.by === 'us' ? 'by us' : 'by a curator'}${each.isSeen ? '' : ', as stated'}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
