import { ApiError } from '#app/web/api/api.ts'

type Props = {
  error: Error
  isReading: boolean
  /** Whether older rows are still there to be looked at. */
  hasRows: boolean
  onRetry: () => void
}

/** When the list, or a part of it, could not be read. */
export function ListFailure({ error, isReading, hasRows, onRetry }: Props) {
  return (
    <div className="deal-list-notice" role="alert">
      <p className="admin-error">
        {hasRows ? 'A part of the list could not be read. ' : 'The deals could not be read. '}
        {reasonOf(error)}
      </p>
      <button type="button" className="tool" disabled={isReading} onClick={onRetry}>
        {isReading ? 'Reading...' : 'Try again'}
      </button>
    </div>
  )
}

function reasonOf(error: Error): string {
  if (error instanceof ApiError) return error.serverText ?? 'Something went wrong on the server.'
  return navigator.onLine ? 'The server could not be reached.' : 'You are offline.'
}
