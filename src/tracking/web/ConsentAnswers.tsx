import type { ConsentState } from '#app/tracking/marketing-events.contract.ts'
import { Button } from '#app/ui/Button.tsx'
import type { Choice } from './consent.ts'

type Props = Omit<Choice, 'choose'> & {
  choose: (marketing: boolean) => unknown
  /** The current choice, to be marked; omitted in the banner. */
  chosen?: ConsentState['marketing'] | undefined
  /** Whether the current choice is still loading. */
  isUnknown?: boolean
}

const ANSWERS = [
  { marketing: true, word: 'Accept', is: 'granted' },
  { marketing: false, word: 'Decline', is: 'denied' },
] as const

/** Shows Accept and Decline with equal prominence. */
export function ConsentAnswers({ busyWith, hasFailed, choose, chosen, isUnknown }: Props) {
  return (
    <div className="consent-answers">
      {ANSWERS.map(({ marketing, word, is }) => (
        <Button
          key={word}
          variant="quiet"
          aria-pressed={chosen && chosen === is}
          isBusy={busyWith === marketing}
          disabled={isUnknown}
          onClick={() => choose(marketing)}
        >
          {word}
        </Button>
      ))}
      {hasFailed && (
        <p className="field-error" role="alert">
          Your choice could not be kept. Nothing has changed. Please try again.
        </p>
      )}
    </div>
  )
}
