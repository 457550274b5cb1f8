import { type ComponentType, type MouseEvent, useEffect, useState } from 'react'
import { paths } from '#app/shared/paths.ts'
import { browserStorage } from '#app/web/browser-storage.ts'
import { PageLink } from '#app/web/page/PageLink.tsx'
import type { SearchDialogProps } from './SearchDialog.tsx'
import { SearchSign } from './SearchSign.tsx'
import { SEARCH_ID } from './search-id.ts'
import { isSearchKey, NO_SEARCH_KEY } from './search-key.ts'

type Props = { isMember: boolean }

/**
 * Opens the search on every page, by click or the key `/`: focuses the page's search field, or opens a dialog.
 * Without scripts it links to the field over the list of deals.
 */
export function SearchOpener({ isMember }: Props) {
  const [Dialog, setDialog] = useState<ComponentType<SearchDialogProps>>()
  const [isOpen, setIsOpen] = useState(false)

  function open() {
    const field = document.getElementById(SEARCH_ID)
    if (field) {
      field.scrollIntoView({ block: 'center' })
      field.focus()
      return
    }
    import('./SearchDialog.tsx').then(
      ({ SearchDialog }) => {
        setDialog(() => SearchDialog)
        setIsOpen(true)
      },
      () => location.assign(`${paths.dailyDeals()}#${SEARCH_ID}`),
    )
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: `open` does the same in every render.
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isSearchKey(event) || browserStorage.read(NO_SEARCH_KEY)) return
      event.preventDefault()
      open()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  return (
    <>
      <PageLink
        to={`${paths.dailyDeals()}#${SEARCH_ID}`}
        className="masthead-link masthead-search"
        aria-keyshortcuts="/"
        onClick={(event: MouseEvent) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          open()
        }}
      >
        <SearchSign />
        <span>Search</span>
      </PageLink>
      {isOpen && Dialog && <Dialog isMember={isMember} onClose={() => setIsOpen(false)} />}
    </>
  )
}
