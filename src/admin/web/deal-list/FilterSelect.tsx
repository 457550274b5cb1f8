import { X } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { formatCount } from '#app/shared/counts.ts'
import { type FilterChoice, matchChoices } from './filters.rules.ts'

type Props = {
  /** `Brand`. */
  label: string
  choices: FilterChoice[]
  /** What is chosen, as {@link FilterChoice.value}; empty for all. */
  value: string
  onChoose: (value: string) => void
}

/** A filter that is typed into: what fits is offered below. */
export function FilterSelect({ label, choices, value, onChoose }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  /** What is being typed; undefined while nothing is. */
  const [typed, setTyped] = useState<string>()
  const [active, setActive] = useState(0)
  const isOpen = typed !== undefined
  const offered = isOpen ? matchChoices(choices, typed) : []
  const chosen = choices.find((choice) => choice.value === value)?.words ?? value

  function open() {
    setTyped('')
    setActive(0)
  }

  function choose(next: string) {
    setTyped(undefined)
    if (next !== value) onChoose(next)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && isOpen) {
      setTyped(undefined)
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!isOpen) return open()
      const by = event.key === 'ArrowDown' ? 1 : -1
      setActive((active + by + offered.length) % Math.max(1, offered.length))
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault()
      const choice = offered[active]
      if (choice) choose(choice.value)
    } else if (event.key === 'Backspace' && !typed && value !== '') {
      choose('')
    }
  }

  return (
    <div className={value === '' ? 'filter-box' : 'filter-box chip-set'}>
      <input
        ref={input}
        role="combobox"
        className="chip"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={offered[active] ? `${id}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={chosen || label}
        value={typed ?? chosen}
        onFocus={({ target }) => target.select()}
        onClick={() => !isOpen && open()}
        onChange={({ target }) => {
          setTyped(target.value)
          setActive(0)
        }}
        onBlur={() => setTyped(undefined)}
        onKeyDown={onKeyDown}
      />
      {value !== '' && (
        <button
          type="button"
          className="filter-clear"
          aria-label={`Clear ${label.toLowerCase()}: ${chosen}`}
          onClick={() => {
            choose('')
            input.current?.focus()
          }}
        >
          <X size={14} strokeWidth={1.75} aria-hidden />
        </button>
      )}
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        className="filter-list"
        hidden={!isOpen || offered.length === 0}
      >
        {offered.map((choice, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard is in the box above
          // biome-ignore lint/a11y/useFocusableInteractive: the keyboard is in the box above
          <div
            key={choice.value}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            ref={index === active ? keepInView : undefined}
            // The box keeps the keyboard.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(choice.value)}
          >
            <span>{choice.words}</span>
            <span className="soft figure">{formatCount(choice.deals)}</span>
          </div>
        ))}
      </div>
      {isOpen && offered.length === 0 && (
        <p className="filter-list filter-none">Nothing like that</p>
      )}
    </div>
  )
}

function keepInView(option: HTMLElement | null) {
  option?.scrollIntoView({ block: 'nearest' })
}
