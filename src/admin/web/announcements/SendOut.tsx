import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Announcement } from '#app/mailings/announcements.contract.ts'
import { HOURS, USUAL_HOURS } from '#app/mailings/announcements.facts.ts'
import { countOf } from '#app/shared/counts.ts'
import { Button } from '#app/ui/Button.tsx'
import type { CallLetter } from './use-letter-calls.ts'
import { AUDIENCE_WORDS, hoursInWords, missingBefore, reachInWords } from './words.copy.ts'

type Props = { letter: Announcement; call: CallLetter; isBusy: boolean; isChanged: boolean }

/** Whom the letter reaches, over how long, and the button that sends it for good. */
export function SendOut({ letter, call, isBusy, isChanged }: Props) {
  const [hours, setHours] = useState<number>()
  const reach = letter.audiences?.find(({ audience }) => audience === letter.audience)
  const missing = isChanged ? 'Save it first.' : missingBefore(letter)

  function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setHours(Number(new FormData(event.currentTarget).get('hours')))
  }

  return (
    <section className="letter-part" aria-labelledby="send">
      <h2 id="send" className="panel-title">
        Send it out
      </h2>
      <p>
        {AUDIENCE_WORDS[letter.audience]}
        {reach && <span className="soft">{` · ${reachInWords(reach)}`}</span>}
      </p>
      <form className="letter-do" method="post" onSubmit={ask}>
        <HoursChoice />
        <Button type="submit" variant="tool-main" isBusy={isBusy} disabled={missing !== ''}>
          Send it out
        </Button>
      </form>
      {missing && <p className="soft">{missing}</p>}
      {hours !== undefined && (
        <Question
          letter={letter}
          people={reach?.people ?? 0}
          hours={hours}
          onClose={() => setHours(undefined)}
          onSend={async () => {
            setHours(undefined)
            const body = { revision: letter.revision, hours }
            await call({ what: 'send', body, done: 'It goes out', failed: 'It did not go out' })
          }}
        />
      )}
    </section>
  )
}

export function HoursChoice() {
  return (
    <select className="select" name="hours" aria-label="Over how long" defaultValue={USUAL_HOURS}>
      {HOURS.map((each) => (
        <option key={each} value={each}>
          {hoursInWords(each)}
        </option>
      ))}
    </select>
  )
}

type Asked = {
  letter: Announcement
  people: number
  hours: number
  onClose: () => void
  onSend: () => void
}

function Question({ letter, people, hours, onClose, onSend }: Asked) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const { current } = dialog
    current?.showModal()
    return () => current?.close()
  }, [])

  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="send-title" onClose={onClose}>
      <h2 id="send-title" className="title">
        Send it out?
      </h2>
      <div className="dialog-text">
        <p>{`“${letter.subject}” goes to ${countOf(people, 'person', 'people')}, within ${countOf(hours, 'hour')}, once to each. Its words stay as they are from here on.`}</p>
        <p>It can be stopped on the way; what has gone is gone.</p>
      </div>
      <div className="dialog-answers">
        <Button variant="quiet" onClick={() => dialog.current?.close()}>
          Cancel
        </Button>
        <Button onClick={onSend}>{`Send it to ${countOf(people, 'person', 'people')}`}</Button>
      </div>
    </dialog>
  )
}
