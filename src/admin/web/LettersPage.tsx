import '#app/admin/web/announcements/announcements.css'
import { Link, type LoaderFunctionArgs } from 'react-router'
import { letterPath, lettersPath, NEW_LETTER } from '#app/admin/letters.facts.ts'
import { loadLetters, useLetters } from '#app/admin/web/announcements/queries.ts'
import { Versions } from '#app/admin/web/announcements/Versions.tsx'
import {
  AUDIENCE_WORDS,
  fatesInWords,
  letterInWords,
  shareOf,
} from '#app/admin/web/announcements/words.copy.ts'
import { NotRead } from '#app/admin/web/shell/NotRead.tsx'
import { backOfficePage } from '#app/admin/web/shell/page-head.ts'
import { loadAdminSession } from '#app/admin/web/shell/session.ts'
import type { AnnouncementSummary } from '#app/mailings/announcements.contract.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'

export const handle = backOfficePage('Letters')

export async function loader({ context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  const { isOpen, role } = await loadAdminSession(queryClient)
  if (isOpen && role === 'owner') await loadLetters(queryClient)
  return null
}

/** Letters to everybody: the announcements that the terms and the policy promise. */
export function Component() {
  const { data } = useLetters()
  return (
    <>
      <h1 className="title admin-title">Letters</h1>
      <p className="soft">
        What everybody has to know: new terms, new prices, a breach. A letter carries no deal and no
        offer, and goes also to those who take no mail.
      </p>
      <p className="letter-do">
        <Link className="tool tool-main" to={letterPath(NEW_LETTER)} discover="none">
          Write a letter
        </Link>
      </p>
      {!data && (
        <NotRead href={lettersPath()}>
          The letters could not be read. Wait a minute, and try again.
        </NotRead>
      )}
      {data?.letters.length === 0 && <p className="soft">No letter was written yet.</p>}
      {data && data.letters.length > 0 && (
        <ul className="letter-list" aria-label="Letters">
          {data.letters.map((letter) => (
            <Line key={letter.id} letter={letter} />
          ))}
        </ul>
      )}
      {data && <Versions {...data} />}
    </>
  )
}

function Line({ letter }: { letter: AnnouncementSummary }) {
  const isUnderWay = letter.state === 'going' || letter.state === 'stopped'
  return (
    <li>
      <Link to={letterPath(letter.id)} discover="none">
        <span className="letter-subject">{letter.subject}</span>
        <span>
          {AUDIENCE_WORDS[letter.audience]}
          <span className="soft">{` · ${letterInWords(letter)}`}</span>
        </span>
        {isUnderWay && (
          <progress
            className="letter-bar"
            aria-label="How far it has come"
            max={1}
            value={shareOf(letter)}
          />
        )}
        {letter.fates && <span className="soft">{fatesInWords(letter).join(' · ')}</span>}
      </Link>
    </li>
  )
}
