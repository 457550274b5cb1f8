import { type ReactNode, use } from 'react'
import { Link } from 'react-router'
import { FreeAccountLink } from '#app/accounts/web/sign-up/FreeAccountLink.tsx'
import type { DealFigures } from '#app/deals/browse.contract.ts'
import { BEFORE_BANNER } from '#app/deals/web/cards/first-rows.ts'
import { JoinButton } from '#app/membership/web/join/JoinButton.tsx'
import type { ViewerClass } from '#app/membership/web/subscription.ts'
import { formatCount, wordFor } from '#app/shared/counts.ts'
import { formatShortDayFrom } from '#app/shared/dates.ts'
import { formatShortPrice, percentOff } from '#app/shared/money.ts'
import { paths } from '#app/shared/paths.ts'
import { useReturnPath } from '#app/web/page/use-return-path.ts'
import { useDay } from '#app/web/use-day.ts'
import { BesideTitle, type PlaceKind } from './beside-title.ts'

type Props = {
  viewer: ViewerClass
  /** Breadcrumbs, topmost first. */
  above: Array<{ name: string; path: string }>
  title: string
  figures: DealFigures
  /** What can be followed here. */
  followed?: { kind: PlaceKind; slug: string; name: string }
  /** Links below the figures. */
  children?: ReactNode
}

/** The heading of a place with its figures, and for prospects a way to join. */
export function PlaceHead({ viewer, above, title, figures, followed, children }: Props) {
  const Beside = use(BesideTitle)
  const isProspect = viewer !== 'member' && viewer !== 'past-due'
  return (
    <header className="wrap place">
      <div className="place-main">
        <div>
          <nav aria-label="Where this is">
            <ol className="trail">
              {above.map(({ name, path }) => (
                <li key={path}>
                  <Link to={path} discover="none">
                    {name}
                  </Link>
                </li>
              ))}
            </ol>
          </nav>
          <h1 className="headline">{title}</h1>
          {followed && Beside && <Beside {...followed} />}
        </div>
        <FigureList figures={figures} />
        {children}
      </div>
      {isProspect && <WayIn viewer={viewer} isTwice={figures.deals > BEFORE_BANNER} />}
    </header>
  )
}

/** Number of deals, lowest price, largest saving, newest day. */
function FigureList({ figures }: { figures: DealFigures }) {
  const today = useDay()
  const { deals, lowestPrice, largestSaving, largestDiscount, newestDay } = figures
  if (deals === 0) {
    return (
      <p className="lead place-none">
        Nothing is to be had here at the moment. New deals arrive every morning.
      </p>
    )
  }
  const off = largestDiscount === null ? '' : `${percentOff(largestDiscount, true)} at most`
  return (
    <dl className="figures">
      <Figure name={wordFor(deals, 'Deal', 'Deals')} value={formatCount(deals)} />
      {lowestPrice !== null && <Figure name="From" value={formatShortPrice(lowestPrice)} />}
      {largestSaving !== null && (
        <Figure name="Largest saving" value={formatShortPrice(largestSaving)} note={off} />
      )}
      {newestDay !== null && (
        <Figure
          name="Newest"
          value={<time dateTime={newestDay}>{formatShortDayFrom(newestDay, today)}</time>}
        />
      )}
    </dl>
  )
}

function Figure({ name, value, note }: { name: string; value: ReactNode; note?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value}
        {note && <span className="figure-note">{note}</span>}
      </dd>
    </div>
  )
}

/** `isTwice`: the list contains the same, so this one is hidden on phones. */
function WayIn({ viewer, isTwice }: { viewer: ViewerClass; isTwice: boolean }) {
  const next = useReturnPath()
  return (
    <div className={isTwice ? 'place-join max-lg:hidden' : 'place-join'}>
      <p className="text-ink-soft">Prices are for everyone. Names and links are for members.</p>
      <JoinButton />
      {viewer === 'visitor' && (
        <Link discover="none" className="link" to={paths.signIn(next)}>
          Already a member? Sign in
        </Link>
      )}
      <FreeAccountLink />
    </div>
  )
}
