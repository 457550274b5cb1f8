import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { pathAskedBy } from '#app/deals/web/filters/asked.ts'
import { searchLabel } from '#app/deals/web/filters/words.copy.ts'
import { browserStorage } from '#app/web/browser-storage.ts'
import { SearchBox } from './SearchBox.tsx'
import { SearchSign } from './SearchSign.tsx'
import { NO_SEARCH_KEY } from './search-key.ts'

export type SearchDialogProps = { isMember: boolean; onClose: () => void }

/** A search dialog over any page: a field with suggestions below. */
export function SearchDialog({ isMember, onClose }: SearchDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const navigate = useNavigate()

  useEffect(() => {
    dialog.current?.showModal()
    dialog.current?.querySelector('input')?.focus()
  }, [])

  function leaveFor(path: string) {
    dialog.current?.close()
    void navigate(path)
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const q = String(new FormData(event.currentTarget).get('q') ?? '').trim()
    leaveFor(pathAskedBy(new URLSearchParams({ q })))
  }

  return (
    <dialog ref={dialog} className="search-dialog" aria-label="Search" onClose={onClose}>
      <search>
        <form className="search" onSubmit={submit}>
          <label htmlFor="search-anywhere">{searchLabel(isMember)}</label>
          <SearchBox
            id="search-anywhere"
            text=""
            hasFocus
            onChoose={({ address }) => leaveFor(address)}
          />
          <button type="submit" aria-label="Search">
            <SearchSign />
          </button>
        </form>
      </search>
      <div className="search-foot">
        <KeySwitch />
        <button type="button" className="text-button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
    </dialog>
  )
}

/** Single-key shortcuts interfere with speech input, so this one can be turned off. */
function KeySwitch() {
  const [isOff, setIsOff] = useState(() => browserStorage.read(NO_SEARCH_KEY) !== undefined)

  function turn() {
    if (isOff) browserStorage.remove(NO_SEARCH_KEY)
    else browserStorage.write(NO_SEARCH_KEY, '1')
    setIsOff(!isOff)
  }

  return (
    <p>
      {isOff ? 'The key / does not open this.' : 'The key / opens this on every page.'}{' '}
      <button type="button" className="text-button" onClick={turn}>
        {isOff ? 'Turn it on' : 'Turn it off'}
      </button>
    </p>
  )
}
