import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

type Props<Value extends string> = {
  /** The accessible name of the tab list. */
  label: string
  tabs: ReadonlyArray<readonly [value: Value, words: string]>
  value: Value
  onChange: (value: Value) => void
  className?: string
  listClassName: string
  tabClassName?: string
  /** The panel of the selected tab; its state survives a change of tabs. */
  children: ReactNode
}

/** Tabs over one panel: a single tab stop, with arrow keys to move between the tabs. */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  className,
  listClassName,
  tabClassName,
  children,
}: Props<Value>) {
  return (
    <Radix.Root
      className={className}
      value={value}
      onValueChange={(chosen) => onChange(chosen as Value)}
    >
      <Radix.List className={listClassName} aria-label={label} style={NO_OUTLINE_STYLE}>
        {tabs.map(([each, words]) => (
          <Radix.Trigger key={each} className={tabClassName} value={each}>
            {words}
          </Radix.Trigger>
        ))}
      </Radix.List>
      <Radix.Content value={value} tabIndex={undefined} asChild>
        <div style={NO_ANIMATION_STYLE}>{children}</div>
      </Radix.Content>
    </Radix.Root>
  )
}

// Removes the library's style attributes, which our content security policy blocks.
const NO_OUTLINE_STYLE = { outline: undefined }
const NO_ANIMATION_STYLE = { animationDuration: undefined }
