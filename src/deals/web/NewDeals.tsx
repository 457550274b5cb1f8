import { newDealsWords } from './new-deals.rules.ts'
import { useNewDeals } from './use-new-deals.ts'

/** Says that the feed has grown while it was open; what is on the screen stays until it is asked. */
export function NewDeals() {
  const { count, show } = useNewDeals()
  return (
    <div className="new-deals" role="status">
      {count > 0 && (
        <p>
          <span>{newDealsWords(count)}</span>
          <button type="button" className="text-button" onClick={show}>
            Show them
          </button>
        </p>
      )}
    </div>
  )
}
