import { Link } from 'react-router'
import { letterPath } from '#app/admin/letters.facts.ts'
import type { AnnouncementList } from '#app/mailings/announcements.contract.ts'
import { changesPath, versionPath } from '#app/shared/legal-paths.ts'
import { answersInWords, versionInWords } from './words.copy.ts'

/** Every version of the terms and the policy: what changed, who was told, and how they answered. */
export function Versions({ letters, versions }: AnnouncementList) {
  return (
    <section className="letter-versions" aria-labelledby="versions">
      <h2 id="versions" className="caps">
        Terms and policy
      </h2>
      <p className="soft">
        A letter tells everybody of a new version before it holds. At their next visit they are
        asked once to accept it; whoever does not loses nothing by that.
      </p>
      <ul>
        {versions.map((each) => {
          const { document, version } = each
          const letter = letters.find(
            ({ about, state }) =>
              state !== 'draft' && about?.document === document && about.version === version,
          )
          return (
            <li key={`${document} ${version}`}>
              <span>
                <Link className="link" to={versionPath(document, version)}>
                  {versionInWords(each)}
                </Link>
                {version > 1 && (
                  <>
                    {' · '}
                    <Link className="link" to={changesPath(document, version, version - 1)}>
                      What changed
                    </Link>
                    {' · '}
                    {letter ? (
                      <Link className="link" to={letterPath(letter.id)} discover="none">
                        {letter.subject}
                      </Link>
                    ) : (
                      'no letter has told of it yet'
                    )}
                  </>
                )}
              </span>
              <span className="soft">{answersInWords(each)}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
