import { useEffect, useRef } from 'react'
import { LAST_CAROUSEL } from '#app/deals/deals.facts.ts'
import { Button } from '#app/ui/Button.tsx'
import { Switch } from '#app/ui/Switch.tsx'

const KEYS: Array<{ keys: string[]; words: string }> = [
  { keys: ['↑', '↓', 'k', 'j'], words: 'Go to the deal above or below' },
  { keys: ['Page Up', 'Page Down'], words: 'Go ten deals up or down' },
  { keys: ['Home', 'End'], words: 'Go to the newest or the oldest deal' },
  { keys: ['→', '←'], words: 'Go to what can be done with the deal, and back' },
  { keys: ['x', 'Space'], words: 'Select the deal; with Shift, all up to it' },
  { keys: ['a'], words: 'Select all that match' },
  { keys: ['p'], words: 'Publish or unpublish' },
  { keys: ['s'], words: 'Splash on or off' },
  { keys: ['v'], words: 'Free preview on or off' },
  { keys: ['0', '–', String(LAST_CAROUSEL)], words: 'Put into that carousel; 0 for none' },
  { keys: ['e', 'Enter'], words: 'Edit' },
  { keys: ['o'], words: 'Open the shop’s page in a new tab' },
  { keys: ['Delete'], words: 'Delete the deal' },
  { keys: ['m'], words: 'Edit all that are selected' },
  { keys: ['Shift+P', 'Shift+U'], words: 'Publish or unpublish all that are selected' },
  { keys: ['Shift+E'], words: 'End all that are selected: a list asks why' },
  { keys: ['Shift+R'], words: 'Bring back all that are selected' },
  { keys: ['Shift+Delete'], words: 'Delete all that are selected' },
  { keys: ['w'], words: 'Open a view, keep one, choose columns' },
  { keys: ['z'], words: 'Undo the last deletion or bulk change' },
  { keys: ['/'], words: 'Search' },
  {
    keys: ['Esc'],
    words: 'Give up the selection; from the bar of the selection, back to the deal',
  },
  { keys: ['?'], words: 'Show these keys' },
]

type Props = {
  isOn: boolean
  onSwitch: (isOn: boolean) => void
  onClose: () => void
}

/** The keyboard shortcuts, and a switch for those that work anywhere on the page (WCAG 2.1.4). */
export function KeyHelp({ isOn, onSwitch, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])

  return (
    <dialog ref={dialog} className="dialog admin" aria-labelledby="keys-title" onClose={onClose}>
      <h2 className="title" id="keys-title">
        Keys
      </h2>
      <dl className="key-help">
        {KEYS.map(({ keys, words }) => (
          <div key={words}>
            <dt>
              {keys.map((key) => (
                <kbd key={key} className="kbd">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <p className="key-help-foot">
        <Switch isOn={isOn} onToggle={onSwitch}>
          Keys / ? m w and z work anywhere on the page
        </Switch>
      </p>
      <form method="dialog">
        <Button variant="tool" type="submit">
          Close
        </Button>
      </form>
    </dialog>
  )
}
