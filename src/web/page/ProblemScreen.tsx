import type { ReactNode } from 'react'

type Props = {
  /** Small words above the heading. */
  eyebrow?: string
  title: string
  children?: ReactNode
  /** Links or buttons that lead on. */
  actions?: ReactNode
}

/** A page with one message: what went wrong and what can be done. */
export function ProblemScreen({ eyebrow, title, children, actions }: Props) {
  return (
    <div className="wrap solo">
      {eyebrow && <p className="caps">{eyebrow}</p>}
      <h1 className="headline max-w-[18ch]">{title}</h1>
      {children}
      {actions && <div className="solo-actions">{actions}</div>}
    </div>
  )
}
