import type { ReactNode } from 'react'
import { JoinButton } from '#app/membership/web/join/JoinButton.tsx'
import './landing.css'

type Props = {
  title: string
  words: ReactNode
  /** Label of the button, if the page has its own. */
  label?: string
  children?: ReactNode
}

/** The closing section of a sales page: what to do next. */
export function ClosingCall({ title, words, label, children }: Props) {
  return (
    <section className="closing mt-20 bg-linen lg:mt-28" aria-labelledby="closing">
      <div className="wrap grid grid-cols-1 gap-10 py-16 lg:grid-cols-12 lg:items-end lg:py-24">
        <h2 className="display lg:col-span-7" id="closing">
          {title}
        </h2>
        <div className="grid justify-items-start gap-6 lg:col-span-4 lg:col-start-9">
          <p>{words}</p>
          <JoinButton {...(label ? { label } : {})}>{children}</JoinButton>
        </div>
      </div>
    </section>
  )
}
