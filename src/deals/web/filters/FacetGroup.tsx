import { type ReactNode, useState } from 'react'

type Props = {
  kind?: string
  title: string
  /** Unfolded by itself. */
  isOpen?: boolean
  /** Something of it is chosen. */
  hasChosen?: boolean
  children: ReactNode
}

/** What unfolds under its name, and stays so once something was chosen: whoever takes it back is still there. */
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
