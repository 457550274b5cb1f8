import { Switch as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<'button'>, 'onToggle' | 'value'> & {
  isOn: boolean
  onToggle: (isOn: boolean) => void
  /** While the change is being saved. */
  isBusy?: boolean
}

/** A switch that takes effect at once. */
export function Switch({ isOn, onToggle, isBusy = false, ...button }: Props) {
  return (
    // Built from the library's two parts: its full component adds a hidden checkbox with a style attribute,
    // which our content security policy blocks.
    <Radix.unstable_Provider checked={isOn} onCheckedChange={onToggle}>
      <Radix.unstable_Trigger {...button} className="switch" aria-busy={isBusy || undefined} />
    </Radix.unstable_Provider>
  )
}
