import { useId } from 'react'
import { BoughtFields } from './BoughtFields.tsx'
import { SayForm } from './SayForm.tsx'

/** Records a purchase that was not made by our link; it counts as zero. */
export function WithoutTrip({ today }: { today: string }) {
  const id = useId()
  return (
    <details className="without-trip">
      <summary className="text-button">Bought a piece without going there from here?</summary>
      <SayForm page={1}>
        <p className="mb-4 text-sm text-ink-soft">
          You can keep it here for yourself. It counts nothing, as we did not see the price that you
          were shown.
        </p>
        <div className="field">
          <label htmlFor={id}>The deal’s address on this site</label>
          <div className="field-box">
            <input id={id} name="deal" autoComplete="off" maxLength={300} />
          </div>
        </div>
        <BoughtFields price={null} day={today} today={today} what="that deal" />
        <div className="trip-answers">
          <button type="submit" className="button button-quiet">
            Keep it
          </button>
        </div>
      </SayForm>
    </details>
  )
}
