import { type ComponentType, type ReactNode, useCallback, useState } from 'react'
import type { FilterName } from '#app/deals/filters/filters.facts.ts'
import type { SheetProps } from './FilterSheet.tsx'
import { OpenSheet } from './open-sheet.ts'

type Props = { what: string; isMember: boolean; children: ReactNode }

/** Provides its children with a function that opens the sheet, which is loaded on first use. */
export function WithSheet({ what, isMember, children }: Props) {
  const [Sheet, setSheet] = useState<ComponentType<SheetProps>>()
  const [opened, setOpened] = useState<{ whole: FilterName | undefined }>()

  const open = useCallback((whole?: FilterName) => {
    import('./FilterSheet.tsx').then(
      ({ FilterSheet }) => {
        setSheet(() => FilterSheet)
        setOpened({ whole })
      },
      // Falls back to the column of filters on the page.
      (error) => {
        console.error('Could not open the filters', error)
        location.hash = 'filters'
      },
    )
  }, [])

  return (
    <OpenSheet value={open}>
      {children}
      {opened && Sheet && (
        <Sheet
          what={what}
          isMember={isMember}
          whole={opened.whole}
          onClose={() => setOpened(undefined)}
        />
      )}
    </OpenSheet>
  )
}
