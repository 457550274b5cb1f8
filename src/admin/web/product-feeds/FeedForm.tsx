import { type ComponentProps, type FormEvent, type RefObject, useId, useRef, useState } from 'react'
import { FormField } from '#app/admin/web/fields/FormField.tsx'
import { changedMeanwhile, theirsInWords } from '#app/admin/web/fields/meanwhile.copy.ts'
import { hasTyped, withTheirs } from '#app/admin/web/fields/meanwhile.rules.ts'
import { useTypedIn } from '#app/admin/web/fields/use-close-asked.ts'
import { useFirstError } from '#app/admin/web/fields/use-first-error.ts'
import { changeFailureText } from '#app/admin/web/shell/failures.ts'
import { LONGEST_LINK } from '#app/deals/deals.facts.ts'
import { HOME_CURRENCY } from '#app/deals/prices/rates.facts.ts'
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
  /** Undefined for a new feed. */
  feed?: ProductFeed
  typed: RefObject<boolean>
  /** Called with the form's values and the version they are based on. */
  onKeep: (said: object, version: number | undefined) => Promise<void>
  onLeave: () => void
}

/** The settings of a feed: its source, and which of its rows are candidates. */
export function FeedForm({ feed, onKeep, onLeave, ...row }: Props) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const leadToError = useFirstError(form)
  const [opened, setOpened] = useState(() => ({ version: feed?.version, values: typedOf(feed) }))
  const [typed, setTyped] = useState(opened.values)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState('')
  const [isBusy, setBusy] = useState(false)
  useTypedIn(row.typed, hasTyped(opened.values, typed))

  // Somebody else has saved it: merges their values at once.
  if (!isBusy && feed && opened.version !== feed.version) {
    const theirs = typedOf(feed)
    const { values, contested } = withTheirs({ opened: opened.values, theirs, mine: typed })
    setOpened({ version: feed.version, values: theirs })
    setTyped(values)
    setFaults(Object.fromEntries(contested.map((name) => [name, theirsInFeed(theirs[name])])))
    setFailure(changedMeanwhile(feed.name, { isTyped: hasTyped(theirs, values) }))
  }

  async function keep(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setBusy(true)
    setFaults({})
    setFailure('')
    try {
      await onKeep(saidIn(typed, feed), opened.version)
    } catch (error) {
      setFailure(changeFailureText(error))
      if (error instanceof ApiError) setFaults(error.fields)
      setBusy(false)
      leadToError()
    }
  }

  const set = (name: string, value: string | boolean) =>
    setTyped((before) => ({ ...before, [name]: value }))
  const has = (category: string | undefined) => typed[`category-${category}`] === true
  const text = (name: string) => ({
    name,
    value: String(typed[name] ?? ''),
    onChange: ({ target }: { target: { value: string } }) => set(name, target.value),
  })
  const field = (name: string) => ({ ...text(name), error: faults[name] })

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
          {...field('name')}
          required
          autoFocus
          maxLength={LONGEST_FEED_NAME}
        />
        <FormField
          label="Address"
          note="empty: files by hand"
          {...field('address')}
          type="url"
          maxLength={LONGEST_LINK}
          placeholder="https://feeds.network.example/shop.xml.gz"
        />
        <FormField
          label="Currency"
          note="where prices do not say"
          {...field('currency')}
          required
          maxLength={3}
          pattern="[A-Za-z]{3}"
        />
      </fieldset>
      <fieldset className="feed-part">
        <legend className="panel-title">What of it is a candidate</legend>
        <FormField
          label="At least percent off"
          note="empty: any"
          {...field('off')}
          type="number"
          min={0}
          max={99}
        />
        <Switch isOn={typed.isInStockOnly === true} onToggle={(next) => set('isInStockOnly', next)}>
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
            {...text('brands')}
            rows={4}
            aria-invalid={faults.brands !== undefined || undefined}
            aria-describedby={`${id}-brands-note ${id}-brands-error`}
          />
          <p id={`${id}-brands-error`} className={faults.brands && 'field-error'}>
            {faults.brands}
          </p>
        </div>
        <fieldset className="feed-categories">
          <legend>Categories, none for all</legend>
          {VOCABULARY.category.map(({ value, label, parent }) => (
            <label key={value} data-narrow={parent === undefined ? undefined : true}>
              <input
                type="checkbox"
                checked={has(value) || has(parent)}
                disabled={has(parent)}
                onChange={({ target }) => set(`category-${value}`, target.checked)}
              />
              {label}
            </label>
          ))}
        </fieldset>
      </fieldset>
      {feed && feed.columns.length > 0 && <Columns feed={feed} text={text} faults={faults} />}
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

type ColumnsProps = {
  feed: ProductFeed
  /** Returns the props of the form field of this name. */
  text: (name: string) => Pick<ComponentProps<'select'>, 'name' | 'value' | 'onChange'>
  faults: Record<string, string>
}

/** Chooses the meaning of each column of the file; unassigned ones go by their name. */
function Columns({ feed, text, faults }: ColumnsProps) {
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
            <select className="select" {...text(`column-${field}`)}>
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
            {faults[`column-${field}`] && (
              <span className="field-error">{faults[`column-${field}`]}</span>
            )}
          </label>
        ))}
      </div>
    </details>
  )
}

/** No heading equals this. */
const BY_NAME = '\u2060by-name'

function mappingIn(typed: Typed, feed: ProductFeed): Partial<Record<FeedField, string>> {
  const chosen = FEED_FIELD_NAMES.map((field) => [field, typed[`column-${field}`]] as const)
  const known = new Set(['', ...feed.columns.map(({ heading }) => heading)])
  return Object.fromEntries(chosen.filter(([, heading]) => known.has(String(heading))))
}

/** All values of the form by field name; each category and each column is a field. */
type Typed = Record<string, string | boolean>

function typedOf(feed: ProductFeed | undefined): Typed {
  const { brands = [], categories = [], minPercentOff, isInStockOnly = true } = feed?.rules ?? {}
  return {
    name: feed?.name ?? '',
    address: feed?.address ?? '',
    currency: feed?.currency ?? HOME_CURRENCY,
    off: String(minPercentOff ?? (feed ? '' : 30)),
    brands: brands.join('\n'),
    isInStockOnly,
    ...Object.fromEntries(
      VOCABULARY.category.map(({ value }) => [`category-${value}`, categories.includes(value)]),
    ),
    ...Object.fromEntries(
      FEED_FIELD_NAMES.map((field) => [`column-${field}`, feed?.mapping[field] ?? BY_NAME]),
    ),
  }
}

function saidIn(typed: Typed, feed: ProductFeed | undefined): object {
  const text = (name: string) => String(typed[name]).trim()
  return {
    name: text('name'),
    address: text('address') || null,
    currency: text('currency'),
    rules: {
      brands: text('brands')
        .split(/[\n,]/)
        .map((each) => each.trim())
        .filter(Boolean),
      categories: VOCABULARY.category.flatMap(({ value }) =>
        typed[`category-${value}`] === true ? value : [],
      ),
      minPercentOff: text('off') === '' ? null : Number(text('off')),
      isInStockOnly: typed.isInStockOnly === true,
    },
    ...(feed && feed.columns.length > 0 && { mapping: mappingIn(typed, feed) }),
  }
}

function theirsInFeed(theirs: string | boolean | undefined): string {
  return theirsInWords(theirs === BY_NAME ? 'By name' : (theirs ?? ''))
}
