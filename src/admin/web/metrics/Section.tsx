import { type ReactNode, useId } from 'react'
import { useLocation } from 'react-router'
import { TryAgain } from '#app/web/page/TryAgain.tsx'

type Props<T> = {
  title: string
  /** Undefined when it could not be read. */
  data: T | undefined
  children: (data: T) => ReactNode
}

/** A chapter of the report. One that cannot be read leaves the others as they are. */
export function Section<T>({ title, data, children }: Props<T>) {
  const id = useId()
  const { pathname, search } = useLocation()
  return (
    <section className="metrics-part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {data === undefined ? (
        <div className="metrics-body">
          <div className="admin-empty">
            <p className="admin-error">These figures could not be read.</p>
            <TryAgain href={pathname + search} />
          </div>
        </div>
      ) : (
        children(data)
      )}
    </section>
  )
}
