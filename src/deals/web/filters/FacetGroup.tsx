import { type ReactNode, useState } from 'react'

type Props = {
  kind?: string
  title: string
  /** Open by default. */
  isOpen?: boolean
  /** Whether a value of this group is chosen. */
  hasChosen?: boolean
  children: ReactNode
}

/** A disclosure that stays open once a value was chosen, so that it does not close when the value is removed. */
export function FacetGroup({ kind, title, isOpen, hasChosen = false, children }: Props) {
  const [hadChosen, setHadChosen] = useState(hasChosen)
  if (hasChosen && !hadChosen) setHadChosen(true)
  return (
    <details className="facet" data-kind={kind} open={isOpen || hadChosen}>
      <summary>{title}</summary>
      {children}
    </details>
  )
}
