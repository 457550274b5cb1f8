import { type ReactNode, useEffect, useRef } from 'react'

type Props = {
  title: string
  /** One sentence per error; renders nothing when empty. */
  messages: string[]
  /** The result the errors come from: a new one moves the focus here. */
  outcome: unknown
  /** Links that lead on from the error. */
  children?: ReactNode
}

/** What is wrong with a form, above it. */
export function FormErrors({ title, messages, outcome, children }: Props) {
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (outcome) summary.current?.focus()
  }, [outcome])

  if (messages.length === 0) return null
  return (
    <div ref={summary} className="notice" role="alert" tabIndex={-1}>
      <p className="font-semibold">{title}</p>
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
      {children}
    </div>
  )
}
