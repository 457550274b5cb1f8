import { type ReactNode, useId } from 'react'

/** A section of a member's page. */
export function Part({
  title,
  aside,
  children,
}: {
  title: string
  aside?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className="member-part" aria-labelledby={id}>
      <header className="member-part-head">
        <h2 id={id} className="panel-title">
          {title}
        </h2>
        {aside}
      </header>
      <div>{children}</div>
    </section>
  )
}
