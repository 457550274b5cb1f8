import './combobox.css'
import { type UseComboboxState, type UseComboboxStateChangeOptions, useCombobox } from 'downshift'
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react'

type Props<Item> = {
  /** The accessible name of the list. */
  label: string
  /** The matches of the text, in the order in which they are shown. */
  items: Item[]
  keyOf: (item: Item) => string
  renderItem: (item: Item) => ReactNode
  text: string
  onType: (text: string) => void
  onChoose: (item: Item) => void
  onOpenChange?: (isOpen: boolean) => void
  /**
   * The text itself is a valid value: suggestions appear only while typing, and Enter chooses one only if the
   * arrow keys have highlighted it. Otherwise an item is expected, and Enter chooses the first.
   */
  isFreeText?: boolean
  /** Shown in place of an empty list. */
  none?: ReactNode
  listClassName?: string
  /**
   * Renders from props for the input, the list (placed after it in the same box), and whether it is visible.
   */
  children: (parts: {
    input: ComponentProps<'input'>
    list: ReactNode
    isShown: boolean
  }) => ReactNode
}

const ACTION = useCombobox.stateChangeTypes

/** The ARIA combobox pattern: an input with a list of suggestions for its text. */
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
      // Choosing is an event, not a state: the parent stores what was chosen.
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
      // The typed text counts as one stop between the last item and the first.
      case ACTION.InputKeyDownArrowDown:
        if (!isFreeText || !state.isOpen || index < items.length - 1) return changes
        return { ...changes, highlightedIndex: -1 }
      case ACTION.InputKeyDownArrowUp:
        if (!isFreeText || !state.isOpen || index !== 0) return changes
        return { ...changes, highlightedIndex: -1 }
      // Neither leaving the field nor hovering chooses an item.
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
    // Enter submits the form with the typed text.
    const isForForm = key === 'Enter' && isFreeText && highlightedIndex < 0
    if (isForText || isForPage || isForForm) {
      Object.assign(event.nativeEvent, { preventDownshiftDefault: true })
    } else if (key === 'Escape') {
      // Escape closes the list, but not the dialog around it.
      event.stopPropagation()
    }
  }

  return children({
    isShown,
    input: getInputProps({
      // The caller supplies the label.
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
