type Props = {
  label: string
  /** Endings, separated by commas. */
  accept: string
  isMultiple?: boolean
  isMain?: boolean
  isDisabled: boolean
  onChoose: (files: File[]) => void
}

/** The browser's own way to choose files, looking like the other tools. */
export function ChooseFile({ label, accept, isMultiple, isMain, isDisabled, onChoose }: Props) {
  return (
    <label className={isMain ? 'tool-main bulk-choose' : 'tool bulk-choose'}>
      <input
        type="file"
        className="sr"
        accept={accept}
        multiple={isMultiple}
        disabled={isDisabled}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // Or else choosing the same file again, corrected, would go unheard.
          currentTarget.value = ''
          if (files.length > 0) onChoose(files)
        }}
      />
      {label}
    </label>
  )
}
