import type { ReactNode } from 'react'

type Props = { number: number; title: string; lead?: string; children: ReactNode }

const LAST_STEP = 6

/** A step of the setup with a link that skips it. */
export function SetupStep({ number, title, lead, children }: Props) {
  const next = number < LAST_STEP ? `#step-${number + 1}` : '#followed'
  return (
    <fieldset className="step" id={`step-${number}`} tabIndex={-1}>
      <legend>
        <span className="mr-3 text-ink-soft">{number}</span>
        {title}
      </legend>
      <p className="mb-5 flex flex-wrap items-baseline gap-x-6 text-sm text-ink-soft">
        {lead && <span>{lead}</span>}
        <a className="text-button inline-flex items-center" href={next}>
          Skip<span className="sr"> {title}</span>
        </a>
      </p>
      <div className="grid gap-6">{children}</div>
    </fieldset>
  )
}
