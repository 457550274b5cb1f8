import type { ReactNode } from 'react'
import { countOf } from '#app/shared/counts.ts'
import { Button } from '#app/ui/Button.tsx'
import { readInWords } from './words.copy.ts'

/** The edition that drafts are put into; none if `isPlanned` is false. */
export type ChosenEdition = { day: string; isPlanned: boolean }

type Props = {
  open: number
  waiting: number
  ready: number
  edition: ChosenEdition
  onEdition: (edition: ChosenEdition) => void
  /** The day used while the field is empty. */
  tomorrow: string
  isBusy: boolean
  onMake: () => void
  /** What was done, and why something was not. */
  children: ReactNode
}

/** The progress of reading pages, and the edition for the drafts that are ready. */
export function LinksBar({
  open,
  waiting,
  ready,
  edition,
  onEdition,
  tomorrow,
  isBusy,
  onMake,
  children,
}: Props) {
  return (
    <div className="links-top">
      <div className="links-bar">
        <div className="links-progress">
          <p>{readInWords(open, waiting)}</p>
          <progress
            aria-label="Pages that are read"
            max={Math.max(1, open)}
            value={open - waiting}
          />
        </div>
        <label className="link-sure">
          <input
            type="checkbox"
            checked={edition.isPlanned}
            onChange={({ currentTarget: { checked } }) =>
              onEdition({ ...edition, isPlanned: checked })
            }
          />
          Into the edition of
        </label>
        <input
          type="date"
          className="input links-day"
          aria-label="Day of the edition"
          value={edition.day}
          disabled={!edition.isPlanned}
          required
          onChange={({ currentTarget: { value } }) =>
            onEdition({ ...edition, day: value || tomorrow })
          }
        />
        <Button variant="tool-main" isBusy={isBusy} disabled={ready === 0} onClick={onMake}>
          {ready === 0 ? 'None is ready' : `Make ${countOf(ready, 'draft')}`}
        </Button>
      </div>
      {children}
    </div>
  )
}
