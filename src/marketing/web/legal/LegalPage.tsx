import { Fragment, useEffect } from 'react'
import { Link } from 'react-router'
import { formatDate } from '#app/shared/dates.ts'
import { changesPath, versionPath } from '#app/shared/legal-paths.ts'
import { LEGAL_TITLES, type LegalDocument } from '#app/shared/legal-versions.ts'
import { useClub } from '#app/web/site-settings.ts'
import { changedSections } from './ChangedSections.tsx'
import type { LegalSection } from './section.ts'
import type { ShownVersion } from './shown-version.ts'
import './legal.css'

type Props = {
  document: LegalDocument
  path: string
  lead: string
  shown: ShownVersion
  sectionsOf: (version: number) => LegalSection[]
}

/** A page for reading: one column, a table of contents, and print styles. */
export function LegalPage({ document, path, lead, shown, sectionsOf }: Props) {
  const { name } = useClub()
  // Starts at the top, also on Back, unless the address has a fragment.
  useEffect(() => {
    if (!location.hash) scrollTo({ top: 0, behavior: 'instant' })
  }, [])

  const { version, from, since } = shown
  const isCompared = since !== undefined
  const sections = isCompared
    ? changedSections(sectionsOf(since), sectionsOf(version))
    : sectionsOf(version)
  const whole = [...sections, versionsSection(document, shown)]
  return (
    <div className="wrap legal">
      <header>
        <p className="mb-8 hidden font-semibold print:block">{name}</p>
        <h1 className="headline">{LEGAL_TITLES[document]}</h1>
        <p className="legal-date">{`Effective ${formatDate(from)} · Version ${version}`}</p>
        <OtherVersion path={path} {...shown} />
        {shown.unknownSince && (
          <p className="notice">{`There is no version ${shown.unknownSince} before it to compare it with.`}</p>
        )}
        {isCompared ? (
          <p className="lead">
            {sections.length === 0
              ? `Its words are those of version ${since}. `
              : `What it says otherwise than version ${since}: what is new is underlined, what is gone is struck through. Whatever stands nowhere here is as it was. `}
            <Link className="link" to={versionPath(document, version)}>
              Read it whole
            </Link>
          </p>
        ) : (
          <p className="lead">{lead}</p>
        )}
      </header>
      <nav aria-label="On this page">
        <h2 className="caps">On this page</h2>
        <ol>
          {whole.map((section) => (
            <li key={section.id}>
              <a className="link" href={`#${section.id}`}>
                {section.title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="legal-text">
        {whole.map((section) => (
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

/** The notice above a requested version that is not in force, or that does not exist. */
function OtherVersion({
  path,
  version,
  from,
  until,
  inForce,
  unknown,
}: ShownVersion & { path: string }) {
  if (unknown !== undefined) {
    return <p className="notice">{`There is no version ${unknown}: this is the one that holds.`}</p>
  }
  if (version === inForce) return
  return (
    <p className="notice">
      {until === undefined
        ? `This version is still to come: it holds from ${formatDate(from)}. `
        : `This version holds no more: the next one began on ${formatDate(until)}. Prices, names and addresses in it are today’s. `}
      <Link className="link" to={path}>
        The one that holds now
      </Link>
    </p>
  )
}

/** All versions so far, and the upcoming one. */
function versionsSection(document: LegalDocument, { all, inForce }: ShownVersion): LegalSection {
  return {
    id: 'versions',
    title: 'Versions',
    body: (
      <ul>
        {all.toReversed().map(({ version, from }) => (
          <li key={version}>
            <Link className="link" to={versionPath(document, version)}>
              {`Version ${version}`}
            </Link>
            {`, from ${formatDate(from)}${version === inForce ? ': holds now' : ''}`}
            {version > 1 && (
              <>
                {' · '}
                <Link className="link" to={changesPath(document, version, version - 1)}>
                  What changed
                </Link>
              </>
            )}
          </li>
        ))}
      </ul>
    ),
  }
}

type Kept = { name: string; purpose: string; life: string }

/** A list of what is stored, which fits narrow screens. */
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
