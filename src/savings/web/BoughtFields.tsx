import { useId } from 'react'

type Props = {
  price: number | null
  day: string
  /** The earliest allowed day. */
  from?: string
  today: string
  /** The brand of the piece, for screen readers. */
  what: string
}

/** Asks for the price paid and the day. */
export function BoughtFields({ price, day, from, today, what }: Props) {
  const id = useId()
  return (
    <div className="bought-fields">
      <div>
        <label htmlFor={`${id}-paid`}>
          Paid, in $<span className="sr">{` for the piece by ${what}`}</span>
        </label>
        <input
          id={`${id}-paid`}
          name="paid"
          className="input"
          inputMode="decimal"
          autoComplete="off"
          maxLength={14}
          defaultValue={price === null ? '' : price.toFixed(2)}
        />
      </div>
      <div>
        <label htmlFor={`${id}-on`}>
          On<span className="sr">{` which day, the piece by ${what}`}</span>
        </label>
        <input
          id={`${id}-on`}
          name="on"
          type="date"
          className="input"
          min={from}
          max={today}
          defaultValue={day}
        />
      </div>
    </div>
  )
}
