import './warnings.css'
import { useEffect, useId, useRef, useSyncExternalStore } from 'react'
import type { StayingBehind, WarningGroup } from '#app/deals/editing/warnings.contract.ts'
import { formatCount } from '#app/shared/counts.ts'
import { Button } from '#app/ui/Button.tsx'
import {
  openQuestion,
  subscribeToQuestion,
  type WarningChoice,
  type WarningQuestion,
} from './warned.ts'

/** Asks whether to publish in spite of warnings, wherever the publishing was started. */
export function WarningsAsked() {
  const question = useSyncExternalStore(subscribeToQuestion, openQuestion, () => undefined)
  if (!question) return null
  return <Asked key={question.groups.map(({ key }) => key).join()} question={question} />
}

function Asked({
  question: { groups, staying, mayLeaveOut, answer },
}: {
  question: WarningQuestion
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const choice = useRef<WarningChoice>('back')
  const id = useId()
  useEffect(() => {
    dialog.current?.showModal()
    title.current?.focus()
  }, [])

  // The browser restores the focus on close; the answer is sent after that.
  function choose(chosen: WarningChoice) {
    choice.current = chosen
    dialog.current?.close()
  }

  return (
    <dialog
      ref={dialog}
      className="dialog admin warned"
      aria-labelledby={id}
      onClose={() => answer(choice.current)}
    >
      <h2 className="title" id={id} ref={title} tabIndex={-1}>
        Before this goes out
      </h2>
      <p className="soft">Nothing is published yet, and nothing has been saved.</p>
      <div className="warned-room">
        {staying && <StayBehind deals={staying.deals} />}
        <WarningGroups
          groups={groups}
          isOpen
          onLeaveOut={mayLeaveOut ? (leaveOut) => choose({ leaveOut }) : undefined}
        />
      </div>
      <div className="warned-foot">
        <Button variant="tool-main" onClick={() => choose('publish')}>
          {staying ? publishOthersWords(staying) : 'Publish anyway'}
        </Button>
        <Button variant="tool" onClick={() => dialog.current?.close()}>
          Go back
        </Button>
      </div>
    </dialog>
  )
}

function publishOthersWords({ going }: StayingBehind): string {
  return going === 1 ? 'Publish the other one' : `Publish the other ${formatCount(going)}`
}

/** Deals that cannot be published with the others, and why; they stay as they are. */
function StayBehind({ deals }: Pick<StayingBehind, 'deals'>) {
  const count = formatCount(deals.length)
  return (
    <section className="warned-staying">
      <h3>{deals.length === 1 ? 'This one stays behind' : `These ${count} stay behind`}</h3>
      <ul>
        {deals.map(({ dealId, name, reason }) => (
          <li key={dealId}>
            <span className="warned-name">{name}</span> <span className="soft">{reason}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Longer groups start collapsed. */
const FEW = 6

/** Once the last warned deals are left out, the others are published. */
function leaveOutWords(count: number, isLast: boolean): string {
  if (isLast) return count === 1 ? 'Publish without it' : `Publish without these ${count}`
  return count === 1 ? 'Leave it out' : `Leave these ${count} out`
}

/** Warnings by kind, each with its rows. The rows of a group can be left out only if all are shown. */
export function WarningGroups({
  groups,
  isOpen,
  onLeaveOut,
}: {
  groups: WarningGroup[]
  isOpen: boolean
  onLeaveOut?: ((ids: string[]) => void) | undefined
}) {
  return (
    <ul className="warned-groups">
      {groups.map(({ key, title, count, deals }) => (
        <li key={key}>
          <details open={isOpen && count <= FEW}>
            <summary>
              <strong>{title}</strong>{' '}
              <span className="tabular-nums soft">{formatCount(count)}</span>
            </summary>
            <ul>
              {deals.map(({ dealId, row, name, words }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a deal may be named twice; rows never move.
                <li key={`${dealId ?? row} ${index}`}>
                  <span className="warned-name">{row === null ? name : `Row ${row}: ${name}`}</span>{' '}
                  <span className="soft">{words}</span>
                </li>
              ))}
              {count > deals.length && (
                <li className="soft">{`And ${formatCount(count - deals.length)} more.`}</li>
              )}
            </ul>
          </details>
          {onLeaveOut && count === deals.length && (
            <Button
              variant="tool"
              aria-label={`${leaveOutWords(count, groups.length === 1)}: ${title}`}
              onClick={() => onLeaveOut(deals.flatMap(({ dealId }) => dealId ?? []))}
            >
              {leaveOutWords(count, groups.length === 1)}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
