import { type FormEvent, useId, useState } from 'react'
import type { BoardDeal, SayAlternatives } from '#app/admin/editions/editions.contract.ts'
import { DealThumb } from '#app/admin/web/deal-form/DealThumb.tsx'
import { dealTitle } from '#app/admin/web/deal-form/words.copy.ts'
import {
  nameGivenAway,
  shopOfHost,
  suggestAlternative,
} from '#app/deals/editing/alternative-text.copy.ts'
import { LONGEST_ALTERNATIVE } from '#app/deals/editing/picture-notes.facts.ts'
import { countOf } from '#app/shared/counts.ts'
import { Button } from '#app/ui/Button.tsx'

type Props = {
  deals: BoardDeal[]
  isBusy: boolean
  onSay: (texts: SayAlternatives['texts']) => void
}

/** Lists the card pictures without an alternative text, with suggestions to review, edit and save together. */
export function AlternativeTexts({ deals, isBusy, onSay }: Props) {
  const id = useId()
  const [typed, setTyped] = useState<Record<string, string>>({})
  const rows = deals.flatMap(({ deal }) => {
    const [picture] = deal.pictures
    if (!picture) return []
    const text = typed[deal.id] ?? suggestAlternative(deal)
    const told = nameGivenAway(
      text,
      [deal.productName, deal.retailer, shopOfHost(deal.domain)],
      deal,
    )
    return [{ deal, picture, text, told }]
  })
  const texts = rows.flatMap(({ deal, picture, text, told }) =>
    text.trim() === '' || told !== undefined
      ? []
      : [{ id: deal.id, picture: picture.key, text: text.trim() }],
  )

  function say(event: FormEvent) {
    event.preventDefault()
    if (texts.length > 0) onSay(texts)
  }

  return (
    <form className="alternatives" onSubmit={say}>
      <div className="missing-head">
        <p className="soft">
          What each picture shows, for those who do not see it: suggested from what everybody may
          read. Look through them, mend what is not so, empty what you leave for later.
        </p>
        <Button type="submit" variant="tool-main" isBusy={isBusy} disabled={texts.length === 0}>
          {texts.length === 0 ? 'Nothing to take' : `Take ${countOf(texts.length, 'text')}`}
        </Button>
      </div>
      <ul>
        {rows.map(({ deal, picture, text, told }) => (
          <li key={deal.id}>
            <DealThumb
              pictureKey={picture.key}
              placeholder={deal.imagePlaceholder}
              focus={picture.focus}
            />
            <div className="alternatives-one">
              <label htmlFor={`${id}-${deal.id}`}>{dealTitle(deal)}</label>
              <input
                id={`${id}-${deal.id}`}
                className="input"
                maxLength={LONGEST_ALTERNATIVE}
                autoComplete="off"
                value={text}
                aria-invalid={told !== undefined || undefined}
                aria-describedby={told === undefined ? undefined : `${id}-${deal.id}-told`}
                onChange={({ target }) => setTyped({ ...typed, [deal.id]: target.value })}
              />
              {told !== undefined && (
                <p id={`${id}-${deal.id}-told`} className="field-error">
                  {`Everybody may read this, and it gives away what is for members: “${told}”.`}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </form>
  )
}
