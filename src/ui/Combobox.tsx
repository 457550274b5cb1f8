import './combobox.css'
import { type UseComboboxState, type UseComboboxStateChangeOptions, useCombobox } from 'downshift'
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react'

type Props<Item> = {
  /** Names the list. */
  label: string
  /** What fits the text, in the order in which it is offered. */
  items: Item[]
  keyOf: (item: Item) => string
  renderItem: (item: Item) => ReactNode
  text: string
  onType: (text: string) => void
  onChoose: (item: Item) => void
  onOpenChange?: (isOpen: boolean) => void
  /**
   * The text stands by itself: it is offered something only while it is typed, and nothing is chosen
   * that no arrow has gone to. Otherwise one of the items is meant, and Enter chooses the first.
   */
  isFreeText?: boolean
  /** In place of a list without items. */
  none?: ReactNode
  listClassName?: string
  /** Props for the input; the list, to stand after it in the same box; whether it can be seen. */
  children: (parts: {
    input: ComponentProps<'input'>
    list: ReactNode
    isShown: boolean
  }) => ReactNode
}

const ACTION = useCombobox.stateChangeTypes

/** The ARIA pattern of a combobox: an input with a list of what is offered for its text. */
export function Combobox<Item>({
  label,
  items,
  keyOf,
  renderItem,
  text,
  onType,
  onChoose,
  onOpenChange,
  isFreeText = false,
  none,
  listClassName = '',
  children,
}: Props<Item>) {
  const { isOpen, highlightedIndex, getInputProps, getMenuProps, getItemProps } = useCombobox<Item>(
    {
      items,
      inputValue: text,
      // Choosing is an event: who is told of it keeps what was chosen.
      selectedItem: null,
      defaultHighlightedIndex: isFreeText ? -1 : 0,
      itemToString: (item) => (item ? keyOf(item) : ''),
      onSelectedItemChange: ({ selectedItem }) => selectedItem && onChoose(selectedItem),
      onIsOpenChange: ({ isOpen }) => onOpenChange?.(isOpen),
      stateReducer: reduce,
    },
  )
  const isShown = isOpen && (items.length > 0 || none !== undefined)

  function reduce(
    state: UseComboboxState<Item>,
    { type, changes }: UseComboboxStateChangeOptions<Item>,
  ): Partial<UseComboboxState<Item>> {
    const { highlightedIndex: index } = state
    switch (type) {
      case ACTION.InputChange:
        return { ...changes, highlightedIndex: isFreeText ? -1 : 0 }
      case ACTION.InputClick:
        return isFreeText || state.isOpen ? state : changes
      case ACTION.InputKeyDownEnter:
        return items[index] ? changes : state
      // Between the last item and the first stands what was typed.
      case ACTION.InputKeyDownArrowDown:
        if (!isFreeText || !state.isOpen || index < items.length - 1) return changes
        return { ...changes, highlightedIndex: -1 }
      case ACTION.InputKeyDownArrowUp:
        if (!isFreeText || !state.isOpen || index !== 0) return changes
        return { ...changes, highlightedIndex: -1 }
      // Neither leaving nor pointing chooses.
      case ACTION.InputBlur:
        return { ...changes, selectedItem: null }
      case ACTION.ItemMouseMove:
      case ACTION.MenuMouseLeave:
        return state
      default:
        return changes
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key } = event
    const isForText = key === 'Home' || key === 'End'
    const isForPage = (key === 'Escape' && !isShown) || event.ctrlKey || event.metaKey
    // What was typed is meant, and goes where the form goes.
    const isForForm = key === 'Enter' && isFreeText && highlightedIndex < 0
    if (isForText || isForPage || isForForm) {
      Object.assign(event.nativeEvent, { preventDownshiftDefault: true })
    } else if (key === 'Escape') {
      // Closes the list, not the dialog around it.
      event.stopPropagation()
    }
  }

  return children({
    isShown,
    input: getInputProps({
      // The label is the caller's.
      'aria-labelledby': undefined,
      'aria-expanded': isOpen && items.length > 0,
      spellCheck: false,
      onChange: ({ currentTarget }) => onType(currentTarget.value),
      onKeyDown,
    }),
    list: (
      <>
        <div
          {...getMenuProps({ 'aria-label': label })}
          className={`combobox-list ${listClassName}`}
          hidden={!isOpen || items.length === 0}
        >
          {isOpen &&
            items.map((item, index) => (
              <div key={keyOf(item)} {...getItemProps({ item, index })}>
                {renderItem(item)}
              </div>
            ))}
        </div>
        {isShown && items.length === 0 && (
          <p className={`combobox-list combobox-none ${listClassName}`}>{none}</p>
        )}
      </>
    ),
  })
}
