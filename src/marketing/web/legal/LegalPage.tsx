import { Fragment, type ReactNode, useEffect } from 'react'
import { formatDate } from '#app/shared/dates.ts'
import { useClub } from '#app/web/site-settings.ts'
import './legal.css'

export type LegalSection = { id: string; title: string; body: ReactNode }

type Props = {
  title: string
  lead: string
  /** From when on it holds, as YYYY-MM-DD. */
  date: string
  sections: LegalSection[]
}

/** A page that is meant to be read: one column, a table of contents, and good on paper. */
export function LegalPage({ title, lead, date, sections }: Props) {
  const { name } = useClub()
  // From its beginning, also when it is come back to; unless a part of it was asked for.
  useEffect(() => {
    if (!location.hash) scrollTo({ top: 0, behavior: 'instant' })
  }, [])

  return (
    <div className="wrap legal">
      <header>
        <p className="mb-8 hidden font-semibold print:block">{name}</p>
        <h1 className="headline">{title}</h1>
        <p className="legal-date">{`Effective ${formatDate(date)}`}</p>
        <p className="lead">{lead}</p>
      </header>
      <nav aria-label="On this page">
        <h2 className="caps">On this page</h2>
        <ol>
          {sections.map((section) => (
            <li key={section.id}>
              <a className="link" href={`#${section.id}`}>
                {section.title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="legal-text">
        {sections.map((section) => (
          <section key={section.id} aria-labelledby={section.id}>
            <h2 className="title" id={section.id}>
              {section.title}
            </h2>
            {section.body}
          </section>
        ))}
      </div>
    </div>
  )
}

type Kept = { name: string; purpose: string; life: string }

/** What is kept, in a list that needs no width. */
export function KeptList({ kept }: { kept: readonly Kept[] }) {
  return (
    <dl>
      {kept.map(({ name, purpose, life }) => (
        <Fragment key={name}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>{`${purpose} (${life})`}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
