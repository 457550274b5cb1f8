import { type FormEvent, useId, useRef, useState } from 'react'
import { FormField } from '#app/admin/web/fields/FormField.tsx'
import { failureText } from '#app/admin/web/shell/failures.ts'
import { LONGEST_LINK } from '#app/deals/deals.facts.ts'
import { VOCABULARY } from '#app/deals/vocabulary/vocabulary.facts.ts'
import {
  FEED_FIELD_NAMES,
  FEED_FIELDS,
  type FeedField,
} from '#app/product-feeds/feed-columns.facts.ts'
import type { ProductFeed } from '#app/product-feeds/product-feeds.contract.ts'
import { LONGEST_FEED_NAME } from '#app/product-feeds/product-feeds.facts.ts'
import { Button } from '#app/ui/Button.tsx'
import { Switch } from '#app/ui/Switch.tsx'
import { ApiError } from '#app/web/api/api.ts'

type Props = {
  /** Undefined for a new one. */
  feed?: ProductFeed
  onKeep: (said: object) => Promise<void>
  onLeave: () => void
}

/** All that is said of a feed: where it comes from, and what of it is a candidate. */
export function FeedForm({ feed, onKeep, onLeave }: Props) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const rules = feed?.rules
  const [isInStockOnly, setInStockOnly] = useState(rules?.isInStockOnly ?? true)
  const [categories, setCategories] = useState(() => new Set(rules?.categories ?? []))
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState('')
  const [isBusy, setBusy] = useState(false)

  async function keep(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const said = new FormData(event.currentTarget)
    const text = (name: string) => String(said.get(name) ?? '').trim()
    setBusy(true)
    setFaults({})
    setFailure('')
    try {
      await onKeep({
        name: text('name'),
        address: text('address') || null,
        currency: text('currency'),
        rules: {
          brands: text('brands')
            .split(/[\n,]/)
            .map((each) => each.trim())
            .filter(Boolean),
          categories: [...categories],
          minPercentOff: text('off') === '' ? null : Number(text('off')),
          isInStockOnly,
        },
        ...(feed && feed.columns.length > 0 && { mapping: mappingIn(said, feed) }),
      })
    } catch (error) {
      setFailure(failureText(error, 'It was not kept. Please try again.'))
      if (error instanceof ApiError) setFaults(error.fields)
      setBusy(false)
      // The first field that is wrong, once it is marked.
      setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
    }
  }

  function choose(value: string, isOn: boolean) {
    const next = new Set(categories)
    if (isOn) next.add(value)
    else next.delete(value)
    setCategories(next)
  }

  return (
    <form
      ref={form}
      className="feed-form"
      aria-label={feed ? `What is said of ${feed.name}` : 'A new feed'}
      onSubmit={keep}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onLeave()
      }}
    >
      <fieldset className="feed-part">
        <legend className="panel-title">The feed</legend>
        <FormField
          label="Name"
          name="name"
          required
          autoFocus
          maxLength={LONGEST_FEED_NAME}
          defaultValue={feed?.name}
          error={faults.name}
        />
        <FormField
          label="Address"
          note="empty: files by hand"
          name="address"
          type="url"
          maxLength={LONGEST_LINK}
          placeholder="https://feeds.network.example/shop.xml.gz"
          defaultValue={feed?.address ?? ''}
          error={faults.address}
        />
        <FormField
          label="Currency"
          note="where prices do not say"
          name="currency"
          required
          maxLength={3}
          pattern="[A-Za-z]{3}"
          defaultValue={feed?.currency ?? 'USD'}
          error={faults.currency}
        />
      </fieldset>
      <fieldset className="feed-part">
        <legend className="panel-title">What of it is a candidate</legend>
        <FormField
          label="At least percent off"
          note="empty: any"
          name="off"
          type="number"
          min={0}
          max={99}
          defaultValue={rules?.minPercentOff ?? (feed ? '' : 30)}
        />
        <Switch isOn={isInStockOnly} onToggle={setInStockOnly}>
          In stock only
        </Switch>
        <div className="entry-field">
          <div className="entry-field-head">
            <label htmlFor={`${id}-brands`}>Brands</label>
            <span className="entry-field-note" id={`${id}-brands-note`}>
              one a line; empty: all
            </span>
          </div>
          <textarea
            id={`${id}-brands`}
            className="input feed-brands"
            name="brands"
            rows={4}
            aria-describedby={`${id}-brands-note`}
            defaultValue={rules?.brands.join('\n')}
          />
        </div>
        <fieldset className="feed-categories">
          <legend>Categories, none for all</legend>
          {VOCABULARY.category.map(({ value, label, parent }) => (
            <label key={value} data-narrow={parent === undefined ? undefined : true}>
              <input
                type="checkbox"
                checked={categories.has(value) || (parent !== undefined && categories.has(parent))}
                disabled={parent !== undefined && categories.has(parent)}
                onChange={({ target }) => choose(value, target.checked)}
              />
              {label}
            </label>
          ))}
        </fieldset>
      </fieldset>
      {feed && feed.columns.length > 0 && <Columns feed={feed} />}
      <div className="feed-do">
        {failure && (
          <p className="admin-error" role="alert">
            {failure}
          </p>
        )}
        <Button type="submit" variant="tool-main" isBusy={isBusy}>
          {feed ? 'Keep' : 'Add the feed'}
        </Button>
        <Button variant="tool" onClick={onLeave}>
          Cancel
        </Button>
        {feed && (
          <span className="soft">
            {feed.address === null
              ? 'Holds from the next file on.'
              : 'It is then fetched and read anew.'}
          </span>
        )}
      </div>
    </form>
  )
}

/** Which of the file's columns says what; what is not chosen goes by its name. */
function Columns({ feed }: { feed: ProductFeed }) {
  const found = new Map(feed.columns.map(({ heading, field }) => [field, heading]))
  return (
    <details className="feed-columns" open={FEED_FIELD_NAMES.some((each) => feed.mapping[each])}>
      <summary>Columns</summary>
      <p className="soft">
        What says what is known by its name. Choose where that is wrong, or where a file has names
        of its own.
      </p>
      <div className="feed-columns-list">
        {FEED_FIELD_NAMES.map((field) => (
          <label key={field} className="entry-field">
            <span>{FEED_FIELDS[field]}</span>
            <select
              className="select"
              name={`column-${field}`}
              defaultValue={feed.mapping[field] ?? BY_NAME}
            >
              <option value={BY_NAME}>
                {found.has(field) && !feed.mapping[field]
                  ? `By name: ${found.get(field)}`
                  : 'By name'}
              </option>
              <option value="">None of them</option>
              {feed.columns.map(({ heading, examples: [example] }) => (
                <option key={heading} value={heading}>
                  {example ? `${heading}: ${example.slice(0, 30)}` : heading}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
    </details>
  )
}

/** No heading is this. */
const BY_NAME = '\u2060by-name'

function mappingIn(said: FormData, feed: ProductFeed): Partial<Record<FeedField, string>> {
  const chosen = FEED_FIELD_NAMES.map(
    (field) => [field, said.get(`column-${field}`) ?? BY_NAME] as const,
  )
  const known = new Set(['', ...feed.columns.map(({ heading }) => heading)])
  return Object.fromEntries(chosen.filter(([, heading]) => known.has(String(heading))))
}
