import { useLayoutEffect, useRef, useState } from 'react'
import { LONGEST_DEAL_SEARCH } from '#app/deals/filters/filters.facts.ts'
import type { Suggestion } from '#app/deals/filters/search.contract.ts'
import { Combobox } from '#app/ui/Combobox.tsx'
import { matchedParts } from './matched.rules.ts'
import { useSuggestions } from './suggestions.ts'

export type SearchBoxProps = {
  id: string
  /** The text and focus taken over from the plain field it replaces. */
  text: string
  hasFocus: boolean
  onChoose: (suggestion: Suggestion) => void
}

const KINDS: Record<Suggestion['kind'], string> = {
  brand: 'Brand',
  category: 'Category',
  retailer: 'Retailer',
  piece: 'Piece',
}

/** The search field with suggestions. Without a chosen suggestion the words are searched. */
export function SearchBox({ id, text: first, hasFocus, onChoose }: SearchBoxProps) {
  const [text, setText] = useState(first)
  const box = useRef<HTMLDivElement>(null)
  const suggestions = useSuggestions(text)

  // A layout effect, so that no keystroke is lost between the two fields.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when it replaces the plain field.
  useLayoutEffect(() => {
    const input = box.current?.querySelector('input')
    if (!hasFocus || !input) return
    input.focus()
    input.setSelectionRange(input.value.length, input.value.length)
  }, [])

  return (
    <Combobox
      label="Suggestions"
      items={suggestions}
      keyOf={({ address, label }) => `${address} ${label}`}
      renderItem={({ kind, label }) => (
        <>
          <span className="suggested">
            {matchedParts(label, text).map((part, index) =>
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one name in their order.
              part.isMatch ? <b key={index}>{part.text}</b> : part.text,
            )}
          </span>
          <span className="suggested-kind">{KINDS[kind]}</span>
        </>
      )}
      text={text}
      onType={setText}
      onChoose={(suggestion) => {
        // The suggestion leads elsewhere, so its search text is cleared.
        setText('')
        onChoose(suggestion)
      }}
      isFreeText
    >
      {({ input, list }) => (
        <div ref={box} className="search-box">
          <input
            {...input}
            id={id}
            name="q"
            type="search"
            autoComplete="off"
            enterKeyHint="search"
            maxLength={LONGEST_DEAL_SEARCH}
          />
          {list}
        </div>
      )}
    </Combobox>
  )
}
