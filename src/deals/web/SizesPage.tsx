import {
  SIZE_CHARTS,
  SIZE_KINDS,
  SIZE_SOURCES,
  type SizeKind,
} from '#app/deals/vocabulary/sizes.facts.ts'
import { paths } from '#app/shared/paths.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { SizeTable } from './SizeTable.tsx'

export const handle: PageHandle = {
  head: () => ({
    title: 'Sizes',
    description:
      'What an Italian 40 is in American, French, British and German sizes: clothing, shoes, rings and belts for women and men, approximately, in one table.',
    canonicalPath: paths.sizes(),
  }),
}

const KINDS: Record<SizeKind, string> = {
  clothing: 'Clothing',
  shoes: 'Shoes',
  rings: 'Rings',
  belts: 'Belts',
}

/** The page that shows the size charts. */
export function Component() {
  return (
    <div className="wrap py-10 lg:py-16">
      <header className="mb-10">
        <h1 className="headline">Sizes</h1>
        <p className="lead mt-6">
          What a size is in the systems of others. All of it is approximate: every house cuts in its
          own way, so look at the retailer’s own table before you buy.
        </p>
      </header>
      <nav aria-label="On this page" className="mb-12">
        <ul className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
          {SIZE_CHARTS.map(({ id, label }) => (
            <li key={id}>
              <a className="link inline-block py-3" href={`#${id}`}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="size-charts">
        {SIZE_CHARTS.map((chart) => (
          <section key={chart.id} aria-labelledby={chart.id}>
            <h2 className="title" id={chart.id}>
              {chart.label}
            </h2>
            <SizeTable chart={chart} />
          </section>
        ))}
        <section aria-labelledby="how">
          <h2 className="title" id="how">
            How we compare
          </h2>
          <div className="grid max-w-[34rem] gap-4 text-ink-soft">
            <p>
              We show sizes as the retailer says them, with their system. Look for one of yours and
              you find the pieces that have it in any system: with US 4 also those of IT 40, and
              those of S.
            </p>
            <p>
              A number that comes without its system is never taken for one of a system. It is found
              by the same number only.
            </p>
            <p>
              Kids’ sizes have no equivalents here: they go by age or by the maker’s own numbers,
              and are found as the retailer says them.
            </p>
          </div>
        </section>
        <section aria-labelledby="sources">
          <h2 className="title" id="sources">
            Where this comes from
          </h2>
          <dl className="grid max-w-[34rem] gap-4">
            {SIZE_KINDS.map((kind) => (
              <div key={kind}>
                <dt className="font-semibold">{KINDS[kind]}</dt>
                <dd className="text-ink-soft">{SIZE_SOURCES[kind]}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </div>
  )
}
