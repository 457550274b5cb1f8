import { type Ref, useEffect, useState } from 'react'

type Props = { value: string; onSearch: (value: string) => void; ref: Ref<HTMLInputElement> }

const PAUSE_MS = 250

/** Looks for what is typed as soon as somebody pauses. */
export function SearchField({ value, onSearch, ref }: Props) {
  const [typed, setTyped] = useState(value)
  const [asked, setAsked] = useState(value)
  if (value !== asked) {
    // The address has been changed by something else, as by "Clear all".
    setAsked(value)
    setTyped(value)
  }

  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === asked) return
    const timer = setTimeout(() => {
      setAsked(wanted)
      onSearch(wanted)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, asked, onSearch])

  return (
    <input
      ref={ref}
      type="search"
      className="input deal-list-search"
      aria-label="Search deals by brand, name or shop"
      placeholder="Search brand, name or shop"
      autoComplete="off"
      spellCheck={false}
      maxLength={100}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  )
}
