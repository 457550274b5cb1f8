type Props = {
  /** What the deal is called. */
  name: string
  label: string
  isOn: boolean
  /** On its way to the server. */
  isBusy: boolean
  tabIndex: number
  onToggle: (isOn: boolean) => void
}

export function FlagSwitch({ name, label, isOn, isBusy, tabIndex, onToggle }: Props) {
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-checked={isOn}
      aria-label={`${label}: ${name}`}
      aria-busy={isBusy || undefined}
      tabIndex={tabIndex}
      onClick={() => onToggle(!isOn)}
    >
      <span className="deal-row-label">{label}</span>
    </button>
  )
}
