type Props = {
  name: string
  options: ReadonlyArray<{ value: string; label: string }>
  chosen: readonly string[]
  /** The heading of the group, if there are several. */
  label?: string | undefined
}

/** Options of which any number can be chosen. */
export function Picks({ label, ...picks }: Props) {
  if (!label) return <Words {...picks} />
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-semibold">{label}</legend>
      <Words {...picks} />
    </fieldset>
  )
}

function Words({ name, options, chosen }: Omit<Props, 'label'>) {
  return (
    <div className="picks">
      {options.map(({ value, label }) => (
        <label key={value} className="pick">
          <input
            type="checkbox"
            name={name}
            value={value}
            defaultChecked={chosen.includes(value)}
          />
          {label}
        </label>
      ))}
    </div>
  )
}
