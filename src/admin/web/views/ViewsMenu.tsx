import './views.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type RefObject, useId, useState } from 'react'
import type { Views } from '#app/admin/views.contract.ts'
import { LIST_COLUMNS, type ListColumn, LONGEST_VIEW_NAME } from '#app/admin/views.facts.ts'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import { changeFailureText } from '#app/admin/web/shell/failures.ts'
import { Button } from '#app/ui/Button.tsx'
import { browserApi } from '#app/web/api/api.ts'
import { queryOf } from '#app/web/api/query-keys.ts'

const viewsQuery = queryOf(ADMIN_CALLS.views)

const COLUMN_WORDS: Record<ListColumn, string> = {
  shop: 'Shop',
  price: 'Price',
  clicks: 'Clicks',
  published: 'Published',
  splash: 'Splash',
  preview: 'Preview',
  carousel: 'Carousel',
}

type Props = {
  menu: RefObject<HTMLDetailsElement | null>
  /** The current filters and sorting. */
  address: string
  hidden: readonly ListColumn[]
  onHide: (hidden: ListColumn[]) => void
  onOpen: (address: string, hidden: ListColumn[]) => void
}

/** The saved views, a form to save the current one, and the columns. */
export function ViewsMenu({ menu, address, hidden, onHide, onOpen }: Props) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [name, setName] = useState('')
  const [fault, setFault] = useState<string>()
  const [said, setSaid] = useState('')
  const queryClient = useQueryClient()
  const { data } = useQuery<Views>({ ...viewsQuery, enabled: isOpen })

  async function call(method: 'POST' | 'DELETE', path: string, done: string, body?: object) {
    try {
      const response = await browserApi.request(method, path, body)
      queryClient.setQueryData(viewsQuery.queryKey, await response.json())
      setFault(undefined)
      setSaid(done)
      return true
    } catch (error) {
      setFault(changeFailureText(error))
      void queryClient.invalidateQueries({ queryKey: viewsQuery.queryKey })
      return false
    }
  }

  async function save() {
    const wanted = name.trim()
    if (wanted === '') return setFault('Give it a name.')
    const body = { name: wanted, address, hidden }
    if (await call('POST', ADMIN_CALLS.views, `Kept as ${wanted}.`, body)) setName('')
  }

  function close() {
    if (menu.current) menu.current.open = false
    menu.current?.querySelector('summary')?.focus()
  }

  return (
    <details
      ref={menu}
      className="views-menu"
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !menu.current?.open) return
        event.stopPropagation()
        close()
      }}
    >
      <summary className="chip">Views</summary>
      <div className="views-room">
        <section aria-labelledby={`${id}-views`}>
          <p id={`${id}-views`} className="views-title">
            My views
          </p>
          {data?.views.length === 0 && <p className="soft">None yet.</p>}
          <ul>
            {data?.views.map((view) => (
              <li key={view.id}>
                <button
                  type="button"
                  className="text-link"
                  onClick={() => {
                    onOpen(view.address, view.hidden)
                    close()
                  }}
                >
                  {view.name}
                </button>
                <button
                  type="button"
                  className="tool-icon"
                  aria-label={`Take away the view ${view.name}`}
                  onClick={() =>
                    void call('DELETE', `${ADMIN_CALLS.views}/${view.id}`, `${view.name} is gone.`)
                  }
                >
                  <X size={16} aria-hidden />
                </button>
              </li>
            ))}
          </ul>
          <form
            className="views-save"
            onSubmit={(event) => {
              event.preventDefault()
              void save()
            }}
          >
            <input
              className="input"
              aria-label="Name of this view"
              placeholder="Keep this view as"
              maxLength={LONGEST_VIEW_NAME}
              autoComplete="off"
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
            <Button variant="tool" type="submit">
              Keep
            </Button>
          </form>
          {fault && (
            <p role="alert" className="field-error">
              {fault}
            </p>
          )}
          <p role="status" className="soft">
            {said}
          </p>
        </section>
        <fieldset>
          <legend className="views-title">Columns</legend>
          {LIST_COLUMNS.map((column) => (
            <label key={column} className="check">
              <input
                type="checkbox"
                checked={!hidden.includes(column)}
                onChange={({ target }) =>
                  onHide(
                    target.checked ? hidden.filter((each) => each !== column) : [...hidden, column],
                  )
                }
              />
              <span>{COLUMN_WORDS[column]}</span>
            </label>
          ))}
        </fieldset>
      </div>
    </details>
  )
}
