import { useEffect, useRef } from 'react'
import { KEYS } from './keys.rules.ts'

type Props = {
  isOn: boolean
  onSwitch: (isOn: boolean) => void
  onClose: () => void
}

/** What the keys do, and a way to be without those that work wherever one is. */
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
      <dl className="keys">
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
      <p className="keys-foot">
        <button
          type="button"
          role="switch"
          className="switch"
          aria-checked={isOn}
          onClick={() => onSwitch(!isOn)}
        >
          Keys / ? and z work anywhere on the page
        </button>
      </p>
      <form method="dialog">
        <button type="submit" className="tool">
          Close
        </button>
      </form>
    </dialog>
  )
}
