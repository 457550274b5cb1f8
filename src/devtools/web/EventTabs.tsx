import type { KeyboardEvent } from 'react'

const KINDS = { standard: 'Standard events', custom: 'Custom event' } as const
export type EventKind = keyof typeof KINDS

type Props = {
  /** Names the panel `{id}-panel` and its tabs `{id}-{kind}`. */
  id: string
  kind: EventKind
  onChange: (kind: EventKind) => void
}

/** One tab stop; the arrows go from one kind to the other. */
export function EventTabs({ id, kind, onChange }: Props) {
  function move(event: KeyboardEvent) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    const other = kind === 'standard' ? 'custom' : 'standard'
    onChange(other)
    document.getElementById(`${id}-${other}`)?.focus()
  }

  return (
    <div role="tablist" aria-label="Kind of event" className="flex gap-2">
      {Object.entries(KINDS).map(([name, words]) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`${id}-${name}`}
          className="tool devtools-tab"
          aria-selected={name === kind}
          aria-controls={`${id}-panel`}
          tabIndex={name === kind ? 0 : -1}
          onClick={() => onChange(name as EventKind)}
          onKeyDown={move}
        >
          {words}
        </button>
      ))}
    </div>
  )
}
