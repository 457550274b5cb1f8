import { type ReactNode, useEffect, useRef } from 'react'

type Props = {
  title: string
  /** What went wrong, a sentence each; nothing is shown without any. */
  messages: string[]
  /** The answer they come from: a new one takes the keyboard here. */
  outcome: unknown
  /** A way forward. */
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
