import { notices } from 'virtual:notices'
import { countOf } from '#app/shared/counts.ts'
import { paths } from '#app/shared/paths.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import './legal.css'

export const handle: PageHandle = {
  head: ({ settings: { club } }) => ({
    title: 'Notices',
    description: `The open source that ${club.name} is made of, and its licenses.`,
    canonicalPath: paths.notices(),
  }),
}

/** Grouped by licence, the most frequent first. */
const groups = [...Map.groupBy(notices, ({ license }) => license)].toSorted(
  ([, a], [, b]) => b.length - a.length,
)

/** The open source packages used by this site, and their licences. */
export function Component() {
  return (
    <div className="wrap legal">
      <header>
        <h1 className="headline">Notices</h1>
        <p className="lead mt-6">
          {`This site stands on the work of others: ${countOf(notices.length, 'package', 'packages')} of open source, with our thanks. `}
          <a className="link" href={paths.noticesText()}>
            All licenses, word for word
          </a>
          .
        </p>
      </header>
      <nav aria-label="On this page">
        <h2 className="caps">On this page</h2>
        <ol>
          {groups.map(([license, { length }]) => (
            <li key={license}>
              <a className="link" href={`#${idOf(license)}`}>
                {license} <span className="text-ink-soft tabular-nums">{length}</span>
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="legal-text">
        {groups.map(([license, packages]) => (
          <section key={license} aria-labelledby={idOf(license)}>
            <h2 className="title" id={idOf(license)}>
              {license}
            </h2>
            <dl className="notices">
              {packages.map(({ name, version }) => (
                <div key={`${name} ${version}`}>
                  <dt>{name}</dt>
                  <dd>{version}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </div>
  )
}

function idOf(license: string): string {
  return license
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
