import { useState } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '#app/admin/paths.facts.ts'
import { DealThumb } from '#app/admin/web/deal-form/DealThumb.tsx'
import { FormField } from '#app/admin/web/fields/FormField.tsx'
import { BASIS_WORDS, PRICE_BASES } from '#app/deals/prices/prices.facts.ts'
import { HOME_CURRENCY } from '#app/deals/prices/rates.facts.ts'
import { termLabel, VOCABULARY } from '#app/deals/vocabulary/vocabulary.facts.ts'
import type { PastedLink, SameDeal } from '#app/links/links.contract.ts'
import type { DraftField, LinkDraft } from '#app/links/links.facts.ts'
import { formatShortDay } from '#app/shared/dates.ts'
import { Button } from '#app/ui/Button.tsx'
import {
  ANSWER_WORDS,
  addressInWords,
  draftInWords,
  FIELD_WORDS,
  lacksOf,
  NOTE_WORDS,
  SAME_WORDS,
  SOURCE_WORDS,
  sameInWords,
} from './words.copy.ts'

export type LinkActs = {
  onChange: (link: PastedLink, change: { draft?: LinkDraft; picture?: string | null }) => void
  onMake: (link: PastedLink, isSure: boolean) => void
  onAgain: (link: PastedLink) => void
  onPictures: (link: PastedLink) => void
  onRemove: (link: PastedLink) => void
}
type Props = {
  link: PastedLink
  acts: LinkActs
  isBusy: boolean
  left: string | undefined
  /** It is complete: shown in one line for review, and opened only to be changed. */
  isWhole: boolean
}

const TEXTS: DraftField[] = ['brandName', 'productName', 'salePrice', 'originalPrice', 'currency']
const MORE: DraftField[] = ['sizes', 'gtin', 'styleNumber']

/** A link: what was read from its page, the source of each value, and the deals and links that match it. */
export function LinkRow({ link, acts, isBusy, left, isWhole }: Props) {
  const { state, url, pasted, host, draft, notes, answer, same } = link
  const name = [draft.brandName, draft.productName].filter(Boolean).join(' ') || host || pasted
  if (state === 'made') return <Made link={link} name={name} />
  if (state === 'waiting') {
    return (
      <li className="link-row link-waiting">
        <span className="link-pulse" aria-hidden />
        <div className="link-waiting-words">
          <span className="link-address">{pasted}</span>
          <span className="soft">Waits for its shop</span>
        </div>
      </li>
    )
  }
  const lacks = lacksOf(link)
  return (
    <li
      className="link-row"
      data-link={link.id}
      data-unread={state === 'unread' || undefined}
      data-whole={isWhole || undefined}
    >
      <Pictures link={link} acts={acts} isBusy={isBusy} />
      <div className="link-facts">
        <div className="link-head">
          <h2 className="link-name">{name}</h2>
          {url ? (
            <a className="text-link link-address" href={url} target="_blank" rel="noreferrer">
              {addressInWords(url)}
              <span className="sr"> (opens in a new tab)</span>
            </a>
          ) : (
            name !== pasted && <span className="link-address">{pasted}</span>
          )}
        </div>
        {answer && <p className="link-word">{ANSWER_WORDS[answer]}</p>}
        {notes.map((note) => (
          <p key={note} className="link-word">
            {NOTE_WORDS[note]}
          </p>
        ))}
        {left && (
          <p className="admin-error" role="alert">
            {left}
          </p>
        )}
        {isWhole && <p>{draftInWords(link)}</p>}
        {answer !== 'no-link' &&
          (isWhole ? (
            <details className="link-look">
              <summary>
                Change it<span className="sr">{`: ${name}`}</span>
              </summary>
              <Fields link={link} name={name} acts={acts} />
            </details>
          ) : (
            <Fields link={link} name={name} acts={acts} />
          ))}
        {same.length > 0 && <Same link={link} acts={acts} isBusy={isBusy} />}
        <div className="link-acts">
          {answer !== 'no-link' && same.length === 0 && (
            <Button
              variant="tool"
              isBusy={isBusy}
              data-act="make"
              onClick={() => acts.onMake(link, false)}
            >
              Make a draft<span className="sr">{` of ${name}`}</span>
            </Button>
          )}
          {state === 'unread' && url && (
            <Button variant="tool" isBusy={isBusy} onClick={() => acts.onAgain(link)}>
              Read again<span className="sr">{`: ${name}`}</span>
            </Button>
          )}
          <Button
            variant="tool-bare"
            isBusy={isBusy}
            data-act="remove"
            onClick={() => acts.onRemove(link)}
          >
            Take away<span className="sr">{` ${name}`}</span>
          </Button>
          {lacks.length > 0 && answer !== 'no-link' && (
            <span className="soft">{`No ${lacks.join(', no ')}`}</span>
          )}
        </div>
      </div>
    </li>
  )
}

function Made({ link, name }: { link: PastedLink; name: string }) {
  return (
    <li className="link-row link-made">
      <span>
        <span className="soft">Made: </span>
        {name}
      </span>
      {link.dealId && (
        <Link
          className="text-link"
          to={`${adminPaths.deals()}?ids=${link.dealId}#manage-deals`}
          discover="none"
        >
          Open the deal<span className="sr">{` ${name}`}</span>
        </Link>
      )}
    </li>
  )
}

type PartProps = Omit<Props, 'left' | 'isWhole'>

function Pictures({ link, acts, isBusy }: PartProps) {
  const { pictures, picture } = link
  const stored = pictures.flatMap(({ key }) => key ?? [])
  const waiting = pictures.filter(({ state }) => state === 'waiting').length
  return (
    <div className="link-pictures">
      <DealThumb pictureKey={picture} placeholder={null} />
      {stored.length > 1 && (
        <fieldset className="link-choice">
          <legend className="sr">Its picture</legend>
          {stored.map((key, index) => (
            <label key={key}>
              <input
                type="radio"
                className="sr"
                name={`picture-${link.id}`}
                checked={key === picture}
                onChange={() => acts.onChange(link, { picture: key })}
              />
              <DealThumb pictureKey={key} placeholder={null} />
              <span className="sr">{`Picture ${index + 1}`}</span>
            </label>
          ))}
        </fieldset>
      )}
      {waiting > 0 && stored.length > 0 && (
        <Button variant="tool-bare" isBusy={isBusy} onClick={() => acts.onPictures(link)}>
          {`${waiting} more`}
          <span className="sr"> pictures to choose from</span>
        </Button>
      )}
    </div>
  )
}

function Fields({ link, name, acts }: { link: PastedLink; name: string; acts: LinkActs }) {
  const { draft, sources } = link
  const noteOf = (field: DraftField) => {
    const source = sources[field]
    return source && SOURCE_WORDS[source]
  }
  const keep = (field: DraftField, value: string) => {
    if (value.trim() !== (draft[field] ?? '')) acts.onChange(link, { draft: { [field]: value } })
  }
  const text = (field: DraftField) => (
    <FormField
      // The key remounts only fields whose text has changed, so the field that has the focus keeps it.
      key={`${field} ${draft[field] ?? ''}`}
      label={FIELD_WORDS[field]}
      note={noteOf(field)}
      name={field}
      className={`entry-field link-${field}`}
      maxLength={500}
      defaultValue={draft[field] ?? ''}
      placeholder={field === 'currency' ? HOME_CURRENCY : undefined}
      onBlur={({ target }) => keep(field, target.value)}
    />
  )
  return (
    <fieldset className="link-fields">
      <legend className="sr">{`What is known of ${name}`}</legend>
      {TEXTS.map(text)}
      <Choice
        field="category"
        value={draft.category ?? ''}
        note={noteOf('category')}
        options={VOCABULARY.category.map(({ value }) => [value, termLabel('category', value)])}
        onChoose={(value) => keep('category', value)}
      />
      <details className="link-more">
        <summary>Sizes, colour, numbers</summary>
        <div className="link-fields">
          <Choice
            field="basis"
            value={draft.basis ?? ''}
            note={noteOf('basis')}
            options={PRICE_BASES.map((basis) => [basis, BASIS_WORDS[basis]])}
            onChoose={(value) => keep('basis', value)}
          />
          <Choice
            field="department"
            value={draft.department ?? ''}
            note={noteOf('department')}
            options={VOCABULARY.department.map(({ value, label }) => [value, label])}
            onChoose={(value) => keep('department', value)}
          />
          <Choice
            field="colour"
            value={draft.colour ?? ''}
            note={noteOf('colour')}
            options={VOCABULARY.colour.map(({ value, label }) => [value, label])}
            onChoose={(value) => keep('colour', value)}
          />
          {MORE.map(text)}
        </div>
      </details>
    </fieldset>
  )
}

type ChoiceProps = {
  field: DraftField
  value: string
  note: string | undefined
  options: Array<[string, string]>
  onChoose: (value: string) => void
}

function Choice({ field, value, note, options, onChoose }: ChoiceProps) {
  return (
    <label className={`entry-field link-${field}`}>
      <span className="entry-field-head">
        {FIELD_WORDS[field]}
        {note && <span className="entry-field-note">{note}</span>}
      </span>
      <select
        className="select"
        name={field}
        value={value}
        onChange={({ target }) => onChoose(target.value)}
      >
        <option value="">None</option>
        {options.map(([option, label]) => (
          <option key={option} value={option}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Existing matches, beside the deal that would be made. */
function Same({ link, acts, isBusy }: PartProps) {
  const byLink = link.same.some(({ by }) => by === 'link')
  const [isSure, setSure] = useState(false)
  return (
    <section className="link-same" aria-label="There already">
      <h3 className="link-same-title">
        {byLink ? 'This link is in the club already' : 'This may be there already'}
      </h3>
      <ul>
        {link.same.map((each) => (
          <OneSame key={each.dealId ?? each.linkId} same={each} />
        ))}
      </ul>
      {!byLink && (
        <div className="link-acts">
          <label className="link-sure">
            <input
              type="checkbox"
              checked={isSure}
              onChange={({ target }) => setSure(target.checked)}
            />
            It is another one
          </label>
          <Button
            variant="tool"
            isBusy={isBusy}
            disabled={!isSure}
            onClick={() => acts.onMake(link, true)}
          >
            Make it all the same
          </Button>
        </div>
      )}
    </section>
  )
}

function OneSame({ same }: { same: SameDeal }) {
  return (
    <li>
      <DealThumb pictureKey={same.picture} placeholder={null} />
      <div>
        <p className="link-same-by">{SAME_WORDS[same.by]}</p>
        <p>{same.title}</p>
        <p className="soft">{`${sameInWords(same)} · ${formatShortDay(same.day)}`}</p>
        {same.dealId && (
          <Link
            className="text-link"
            to={`${adminPaths.deals()}?ids=${same.dealId}#manage-deals`}
            discover="none"
          >
            Open that one<span className="sr">{`: ${same.title}`}</span>
          </Link>
        )}
        {same.linkId && <p className="soft">Pasted here as well</p>}
      </div>
    </li>
  )
}
