import { Button } from '#app/ui/Button.tsx'

type Props = { text: string; isBusy: boolean; onRetry: () => void }

/** A part of the page that failed to load, with a button to retry. */
export function LoadFailure({ text, isBusy, onRetry }: Props) {
  return (
    <div className="grid justify-items-start gap-5">
      <p className="notice" role="alert">
        {text}
      </p>
      <Button variant="quiet" isBusy={isBusy} onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
