import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { NOT_KEPT } from '#app/admin/web/fields/meanwhile.copy.ts'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import { changeFailureText } from '#app/admin/web/shell/failures.ts'
import { useLeaveWarning } from '#app/admin/web/shell/use-leave-warning.ts'
import type { Pasted } from '#app/links/links.contract.ts'
import { LONGEST_PASTE, MOST_LINKS } from '#app/links/links.facts.ts'
import { Button } from '#app/ui/Button.tsx'
import { browserApi } from '#app/web/api/api.ts'
import { showLinks } from './queries.ts'
import { pastedInWords } from './words.copy.ts'

/** Links are pasted here or given in the address of the page; nothing is read before a press. */
export function PasteForm({ given }: { given: string }) {
  const queryClient = useQueryClient()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(given)
  const [said, setSaid] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  useLeaveWarning(text.trim() !== '' && text !== given, NOT_KEPT)

  async function paste(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // Read from the form, because text pasted before hydration fired no event.
    const text = String(new FormData(event.currentTarget).get('text') ?? '')
    if (isBusy) return
    setSaid('')
    if (text.trim() === '') {
      setError('Paste a link first.')
      field.current?.focus()
      return
    }
    setBusy(true)
    setError(undefined)
    try {
      const answer = await browserApi.request('POST', ADMIN_CALLS.links, { text })
      const pasted: Pasted = await answer.json()
      await showLinks(queryClient, pasted.desk)
      setSaid(pastedInWords(pasted))
      setText(pasted.rest.join('\n'))
    } catch (failure) {
      setError(changeFailureText(failure))
    }
    setBusy(false)
  }

  return (
    <form className="links-paste" onSubmit={paste}>
      <label className="rates-label" htmlFor={id}>
        Paste links, one a line
      </label>
      <textarea
        ref={field}
        id={id}
        name="text"
        className="input links-lines"
        rows={text.includes('\n') ? 8 : 3}
        maxLength={LONGEST_PASTE}
        spellCheck={false}
        autoComplete="off"
        placeholder="https://shop.example/leather-tote"
        aria-describedby={`${id}-about`}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setError(undefined)
        }}
        onKeyDown={(event) => {
          // As in the deal form, Enter alone starts a new line.
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
      />
      <div className="links-send">
        <Button
          type="submit"
          variant="tool-main"
          isBusy={isBusy}
          aria-keyshortcuts="Control+Enter Meta+Enter"
        >
          Read them
        </Button>
        <p id={`${id}-about`} className="soft">
          {`At most ${MOST_LINKS} at once; of a mail, its links are taken. Each page is read at its shop’s pace; nothing goes out by itself. `}
          <kbd className="kbd">Ctrl</kbd> <kbd className="kbd">Enter</kbd> reads them.
        </p>
      </div>
      <p role="status" className="links-said">
        {said}
      </p>
      {error && (
        <p className="admin-error" role="alert">
          {error}
        </p>
      )}
    </form>
  )
}
