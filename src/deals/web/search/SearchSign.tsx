/** A magnifying glass. */
export function SearchSign() {
  return (
    <svg viewBox="0 0 24 24" className="search-sign" aria-hidden>
      <circle cx="10.5" cy="10.5" r="6.5" />
      <path d="m15.5 15.5 5 5" />
    </svg>
  )
}
