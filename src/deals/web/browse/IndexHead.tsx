import type { ReactNode } from 'react'

type Props = { title: string; children: ReactNode }

/** The header of an index page. */
export function IndexHead({ title, children }: Props) {
  return (
    <header className="wrap index-head">
      <h1 className="headline">{title}</h1>
      <p className="lead">{children}</p>
    </header>
  )
}
