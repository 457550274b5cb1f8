type Props = {
  isNarrowed: boolean
  onClear: () => void
}

/** When there are no deals, or none that match. */
export function EmptyList({ isNarrowed, onClear }: Props) {
  if (!isNarrowed) {
    return (
      <div className="admin-empty">
        <h3>No deals yet</h3>
        <p className="soft">
          Create the first one above, or drop a spreadsheet: it is checked before anything is
          written.
        </p>
      </div>
    )
  }
  return (
    <div className="admin-empty">
      <h3>Nothing matches</h3>
      <p className="soft">No deal has all of what is asked for. Take a filter away, or all.</p>
      <button type="button" className="tool" onClick={onClear}>
        Clear all
      </button>
    </div>
  )
}
