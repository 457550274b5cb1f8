import { type FormEvent, useState } from 'react'
import type { EditionBoard } from '#app/admin/editions/editions.contract.ts'
import { EDITION_TIME } from '#app/deals/editions.facts.ts'
import { countOf } from '#app/shared/counts.ts'
import { formatTime } from '#app/shared/dates.ts'
import { Button } from '#app/ui/Button.tsx'
import type { BoardActs } from './use-board.ts'
import { hourWords, timeWords } from './words.copy.ts'

type Props = { board: EditionBoard; acts: BoardActs }

/** Schedules when the edition goes out, as one; can be changed until then. */
export function PublishBar({ board, acts }: Props) {
  const { deals, usualAt } = board
  const [time, setTime] = useState(usualAt === null ? EDITION_TIME : formatTime(usualAt))
  const waiting = deals.filter(({ deal }) => !deal.isPublished)
  // Deals with a time of their own keep it.
  const together = waiting.filter(({ at }) => at === null || at === usualAt)
  const ownTimes = waiting.length - together.length
  const scheduled = waiting.filter(({ deal }) => deal.state === 'scheduled')
  const idsOf = (some: typeof deals) => some.map(({ deal }) => deal.id)
  const isAsItIs =
    together.length > 0 &&
    together.every(({ deal }) => deal.state === 'scheduled') &&
    usualAt !== null &&
    formatTime(usualAt) === time

  function publish(event: FormEvent) {
    event.preventDefault()
    acts.schedule(idsOf(together), time)
  }

  return (
    <form className="publish" onSubmit={publish}>
      <label htmlFor="publish-time">Goes out at</label>
      <input
        id="publish-time"
        className="input"
        type="time"
        required
        value={time}
        onChange={({ target }) => setTime(target.value)}
      />
      <span className="soft">in Toronto</span>
      <Button
        type="submit"
        variant="tool-main"
        isBusy={acts.isBusy}
        disabled={together.length === 0 || time === '' || isAsItIs}
      >
        {isAsItIs ? `All go out at ${hourWords(time)}` : `Publish at ${hourWords(time) || '…'}`}
      </Button>
      {scheduled.length > 0 && (
        <Button
          variant="tool"
          isBusy={acts.isBusy}
          onClick={() => acts.unschedule(idsOf(scheduled))}
        >
          Take it back
        </Button>
      )}
      {ownTimes > 0 && (
        <p className="soft">
          {ownTimes === 1
            ? '1 deal has a time of its own, and keeps it.'
            : `${ownTimes} deals have times of their own, and keep them.`}
        </p>
      )}
      {acts.twice && (
        <p className="publish-twice" role="alert">
          {`${hourWords(acts.twice.time)} comes twice that night, because the clocks go back. Which one?`}{' '}
          <Button
            variant="tool"
            onClick={() => acts.twice && acts.schedule(acts.twice.ids, acts.twice.time, 'first')}
          >
            The first
          </Button>{' '}
          <Button
            variant="tool"
            onClick={() => acts.twice && acts.schedule(acts.twice.ids, acts.twice.time, 'second')}
          >
            The second
          </Button>
        </p>
      )}
      {acts.left.length > 0 && (
        <div className="publish-left" role="alert">
          <p>{`${countOf(acts.left.length, 'deal')} stayed as ${acts.left.length === 1 ? 'it was' : 'they were'}:`}</p>
          <ul>
            {acts.left.map(({ id, reason }) => (
              <li key={id}>
                {nameOf(board, id)}: {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
    </form>
  )

  function nameOf({ deals: all }: EditionBoard, id: string) {
    const deal = all.find((each) => each.deal.id === id)?.deal
    return deal ? `${deal.brandName} ${deal.productName}`.trim() || deal.domain : 'A deal'
  }
}

/** The actions for chosen deals: everything that dragging can do, and a time of their own. */
export function ChosenBar({
  board,
  acts,
  chosen,
  onEdit,
  onClear,
}: Props & { chosen: string[]; onEdit: (id: string) => void; onClear: () => void }) {
  const [time, setTime] = useState(EDITION_TIME)
  const [only] = chosen.length === 1 ? chosen : []
  const some = board.deals.filter(({ deal }) => chosen.includes(deal.id))
  const isScheduled = some.some(({ deal }) => deal.state === 'scheduled')
  const isOutAlready = some.every(({ deal }) => deal.isPublished)
  const [first] = some
  return (
    <div className="toolbar toolbar-sticky chosen" role="toolbar" aria-label="What is chosen">
      <strong>{`${countOf(chosen.length, 'deal')} chosen`}</strong>
      {only !== undefined && !isOutAlready && (
        <>
          <Button variant="tool" onClick={() => acts.move(only, 'earlier')}>
            Earlier
          </Button>
          <Button variant="tool" onClick={() => acts.move(only, 'later')}>
            Later
          </Button>
          <Button variant="tool" onClick={() => acts.move(only, 'top')}>
            Move to top
          </Button>
        </>
      )}
      {!isOutAlready && (
        <>
          <Button
            variant="tool"
            isBusy={acts.isBusy}
            onClick={() => {
              acts.takeOut(chosen)
              onClear()
            }}
          >
            Out of it
          </Button>
          <span className="chosen-time">
            <input
              className="input"
              type="time"
              required
              aria-label="Time in Toronto"
              value={time}
              onChange={({ target }) => setTime(target.value)}
            />
            <Button
              variant="tool"
              isBusy={acts.isBusy}
              disabled={time === ''}
              onClick={() => acts.schedule(chosen, time)}
            >
              {`Publish at ${hourWords(time) || '…'}`}
            </Button>
          </span>
        </>
      )}
      {isScheduled && (
        <Button variant="tool" isBusy={acts.isBusy} onClick={() => acts.unschedule(chosen)}>
          Take back
        </Button>
      )}
      {only !== undefined && (
        <Button variant="tool" onClick={() => onEdit(only)}>
          Edit
        </Button>
      )}
      <Button variant="tool-bare" onClick={onClear}>
        Choose none
      </Button>
      {first?.at && !first.deal.isPublished && only !== undefined && (
        <span className="soft">{`Goes out at ${timeWords(first.at, board.day)}`}</span>
      )}
    </div>
  )
}
