import { type ComponentType, type ReactNode, useCallback, useState } from 'react'
import type { FilterName } from '#app/deals/filters/filters.facts.ts'
import type { SheetProps } from './FilterSheet.tsx'
import { OpenSheet } from './open-sheet.ts'

type Props = { what: string; isMember: boolean; children: ReactNode }

/** Gives what is below the way to the sheet, which is fetched when somebody first opens it. */
export function WithSheet({ what, isMember, children }: Props) {
  const [Sheet, setSheet] = useState<ComponentType<SheetProps>>()
  const [opened, setOpened] = useState<{ whole: FilterName | undefined }>()

  const open = useCallback((whole?: FilterName) => {
    import('./FilterSheet.tsx').then(
      ({ FilterSheet }) => {
        setSheet(() => FilterSheet)
        setOpened({ whole })
      },
      // The column is on the page, and works without.
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
