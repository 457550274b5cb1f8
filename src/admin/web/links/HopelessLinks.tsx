import type { PastedLink } from '#app/links/links.contract.ts'
import { countOf } from '#app/shared/counts.ts'
import { Button } from '#app/ui/Button.tsx'
import { HOPELESS_WORDS, hopelessBy } from './words.copy.ts'

type Props = { links: PastedLink[]; isBusy: boolean; onTakeAway: (links: PastedLink[]) => void }

/** Links that cannot become deals, grouped by reason, to remove by group or all together. */
export function HopelessLinks({ links, isBusy, onTakeAway }: Props) {
  const byReason = [...Map.groupBy(links, hopelessBy)]
  return (
    <div className="links-hopeless">
      <p>
        {`${countOf(links.length, 'link')} ${links.length === 1 ? 'leads' : 'lead'} to nothing that could be made.`}
      </p>
      <div className="links-hopeless-reasons">
        <span className="soft">Take away</span>
        {byReason.map(
          ([reason, some]) =>
            reason && (
              <Button
                key={reason}
                variant="tool"
                isBusy={isBusy}
                aria-label={`Take away: ${some.length} ${HOPELESS_WORDS[reason]}`}
                onClick={() => onTakeAway(some)}
              >
                {`${some.length} ${HOPELESS_WORDS[reason]}`}
              </Button>
            ),
        )}
        {byReason.length > 1 && (
          <Button variant="tool" isBusy={isBusy} onClick={() => onTakeAway(links)}>
            {`Take all ${links.length} away`}
          </Button>
        )}
      </div>
    </div>
  )
}
