import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

type Props<Value extends string> = {
  /** Names the row of tabs. */
  label: string
  tabs: ReadonlyArray<readonly [value: Value, words: string]>
  value: Value
  onChange: (value: Value) => void
  className?: string
  listClassName: string
  tabClassName?: string
  /** The panel of the tab that is chosen; what is in it stays when another one is. */
  children: ReactNode
}

/** A row of tabs over one panel: one tab stop, and the arrows go from tab to tab. */
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

// The library's own styles stand in a style attribute, which our pages refuse: they are taken out.
const NO_OUTLINE_STYLE = { outline: undefined }
const NO_ANIMATION_STYLE = { animationDuration: undefined }
