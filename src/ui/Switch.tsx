import { Switch as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<'button'>, 'onToggle' | 'value'> & {
  isOn: boolean
  onToggle: (isOn: boolean) => void
  /** On its way to be kept. */
  isBusy?: boolean
}

/** Something that is on or off, and is so at once. */
export function Switch({ isOn, onToggle, isBusy = false, ...button }: Props) {
  return (
    // In two parts: the whole brings a hidden checkbox for forms, whose style attribute our pages
    // refuse.
    <Radix.unstable_Provider checked={isOn} onCheckedChange={onToggle}>
      <Radix.unstable_Trigger {...button} className="switch" aria-busy={isBusy || undefined} />
    </Radix.unstable_Provider>
  )
}
