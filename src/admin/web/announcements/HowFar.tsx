import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '#app/admin/paths.facts.ts'
import type { Announcement } from '#app/mailings/announcements.contract.ts'
import { formatMoment } from '#app/shared/dates.ts'
import { Button } from '#app/ui/Button.tsx'
import { readUnprompted } from '#app/web/api/api.ts'
import { readLetterAnew } from './queries.ts'
import { HoursChoice } from './SendOut.tsx'
import type { CallLetter } from './use-letter-calls.ts'
import { AUDIENCE_WORDS, fatesInWords, shareOf } from './words.copy.ts'

const LOOK_EVERY_MS = 20_000

type Props = { letter: Announcement; call: CallLetter; isBusy: boolean }

/** The progress of a letter that is being sent, with buttons to stop and resume it. */
export function HowFar({ letter, call, isBusy }: Props) {
  const { id, state, people, endsAt, fates } = letter
  const queryClient = useQueryClient()
  useEffect(() => {
    if (state !== 'going') return
    const timer = setInterval(() => {
      // The refresh is automatic, so it must not prolong the session.
      readUnprompted()
      void readLetterAnew(queryClient, id)
    }, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [queryClient, id, state])

  async function goOn(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const hours = Number(new FormData(event.currentTarget).get('hours'))
    await call({ what: 'resume', body: { hours }, done: 'It goes on', failed: 'It did not go on' })
  }

  return (
    <section className="letter-part" aria-labelledby="progress">
      <h2 id="progress" className="panel-title">
        {state === 'done' ? 'Went out' : state === 'stopped' ? 'Stopped' : 'Goes out'}
      </h2>
      <p>{AUDIENCE_WORDS[letter.audience]}</p>
      <progress
        className="letter-bar"
        aria-label="How far it has come"
        max={1}
        value={people === 0 ? 1 : shareOf(letter)}
      />
      <ul className="letter-fates" aria-live="polite">
        {fatesInWords(letter).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {endsAt && (
          <li className="soft">{`Through at about ${formatMoment(endsAt)}, by its pace`}</li>
        )}
      </ul>
      {(fates?.held ?? 0) > 0 && (
        <p>
          <Link className="text-link" to={`${adminPaths.mail()}#held`} discover="none">
            To what is held back
          </Link>
        </p>
      )}
      {state === 'going' && (
        <p className="letter-do">
          <Button
            variant="tool"
            isBusy={isBusy}
            onClick={() =>
              call({ what: 'stop', done: 'Stopped', failed: 'It could not be stopped' })
            }
          >
            Stop it
          </Button>
        </p>
      )}
      {state === 'stopped' && (
        <form className="letter-do" method="post" onSubmit={goOn}>
          <HoursChoice />
          <Button type="submit" variant="tool-main" isBusy={isBusy}>
            Let it go on
          </Button>
        </form>
      )}
    </section>
  )
}
