import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '#app/admin/paths.facts.ts'
import { useCloseAsked } from '#app/admin/web/fields/use-close-asked.ts'
import type { ManagedRetailer } from '#app/deals/registry.contract.ts'
import { deliveryInWords } from '#app/deals/registry.copy.ts'
import { countOf } from '#app/shared/counts.ts'
import { formatDate } from '#app/shared/dates.ts'
import { RetailerForm } from './RetailerForm.tsx'
import { linkInWords } from './words.copy.ts'

type Props = {
  retailer: ManagedRetailer
  today: string
  onKept: (retailer: ManagedRetailer) => void
  onConflict: () => void
}

/** A retailer with its facts, or its form while it is being edited. */
export function RetailerRow({ retailer, today, onKept, onConflict }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { typed, close } = useCloseAsked(() => setOpen(false))
  const hasBeenOpen = useRef(false)
  const button = useRef<HTMLButtonElement>(null)
  const { name, domain, deals, delivery } = retailer
  const lines = deliveryInWords(delivery)

  // Leaving the form returns the focus to the button that opened it.
  useEffect(() => {
    if (!isOpen && hasBeenOpen.current) button.current?.focus()
    hasBeenOpen.current = isOpen
  }, [isOpen])

  return (
    <li className="retailer">
      <div className="retailer-head">
        <div>
          <h2 className="retailer-name">{name}</h2>
          <p className="soft">
            {domain === name ? '' : `${domain}, `}
            <Link
              className="text-link"
              to={`${adminPaths.deals()}?retailer=${encodeURIComponent(name)}#manage-deals`}
              discover="none"
            >
              {countOf(deals, 'deal')}
            </Link>
          </p>
        </div>
        <p>
          {linkInWords(retailer)}
          {retailer.isNeverChecked && <span className="retailer-never">Never checked</span>}
        </p>
        <div>
          {lines.length > 0 && (
            <dl className="retailer-terms">
              {lines.map((line) => (
                <div key={line.name}>
                  <dt>{line.name}</dt>
                  <dd>{line.words}</dd>
                </div>
              ))}
            </dl>
          )}
          <p className="soft">
            {delivery.asOf === null ? 'Delivery never read' : `Read ${formatDate(delivery.asOf)}`}
          </p>
        </div>
        <button
          ref={button}
          type="button"
          className="tool"
          aria-expanded={isOpen}
          aria-label={`Edit ${name}`}
          onClick={() => (isOpen ? close() : setOpen(true))}
        >
          Edit
        </button>
      </div>
      {isOpen && (
        <RetailerForm
          retailer={retailer}
          today={today}
          typed={typed}
          onKept={(kept) => {
            onKept(kept)
            setOpen(false)
          }}
          onConflict={onConflict}
          onLeave={close}
        />
      )}
    </li>
  )
}
