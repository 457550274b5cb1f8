import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { FormField } from '#app/admin/web/fields/FormField.tsx'
import { changedMeanwhile, theirsInWords } from '#app/admin/web/fields/meanwhile.copy.ts'
import { hasTyped, withTheirs } from '#app/admin/web/fields/meanwhile.rules.ts'
import { useTypedIn } from '#app/admin/web/fields/use-close-asked.ts'
import { useFirstError } from '#app/admin/web/fields/use-first-error.ts'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import { changeFailureText } from '#app/admin/web/shell/failures.ts'
import { LONGEST_LINK } from '#app/deals/deals.facts.ts'
import type { ManagedRetailer } from '#app/deals/registry.contract.ts'
import { DUTIES_WORDS } from '#app/deals/registry.copy.ts'
import { DUTIES, LONGEST_NETWORK } from '#app/deals/registry.facts.ts'
import { Button } from '#app/ui/Button.tsx'
import { Switch } from '#app/ui/Switch.tsx'
import { ApiError, browserApi } from '#app/web/api/api.ts'
import { typedOf } from './words.copy.ts'

type Typed = ReturnType<typeof typedOf>
type Values = { [name in keyof Typed]: Typed[name] | string | boolean }
type TextField = Exclude<keyof Typed, 'isNeverChecked' | 'duties'>

type Props = {
  retailer: ManagedRetailer
  today: string
  typed: RefObject<boolean>
  onKept: (retailer: ManagedRetailer) => void
  onConflict: () => void
  onLeave: () => void
}

/** The form with everything about a retailer, saved in one step. */
export function RetailerForm({ retailer, today, onKept, onConflict, onLeave, ...row }: Props) {
  const [typed, setTyped] = useState<Values>(() => typedOf(retailer))
  const [opened, setOpened] = useState(() => ({
    version: retailer.version,
    values: typedOf(retailer) as Values,
  }))
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState('')
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const leadToError = useFirstError(form)
  const set = (name: keyof Typed, value: string | boolean) =>
    setTyped((before) => ({ ...before, [name]: value }))
  useTypedIn(row.typed, hasTyped(opened.values, typed))

  // The retailer was refetched after somebody else's change.
  if (!isBusy && opened.version !== retailer.version) {
    const theirs: Values = typedOf(retailer)
    const merged = withTheirs({ opened: opened.values, theirs, mine: typed })
    setOpened({ version: retailer.version, values: theirs })
    setTyped(merged.values)
    setFaults(
      Object.fromEntries(
        merged.contested.map((name) => [name, theirsInWords(wordOf(name, theirs[name]))]),
      ),
    )
    setFailure(changedMeanwhile(retailer.name, { isTyped: hasTyped(theirs, merged.values) }))
  }

  async function keep(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setFaults({})
    setFailure('')
    try {
      const path = `${ADMIN_CALLS.retailers}/${retailer.id}`
      const body = { ...typed, version: opened.version }
      const answer = await browserApi.request('PATCH', path, body)
      onKept((await answer.json()) as ManagedRetailer)
    } catch (error) {
      setFailure(changeFailureText(error))
      if (error instanceof ApiError) {
        setFaults(error.fields)
        if (error.status === 409) onConflict()
      }
      setBusy(false)
      leadToError()
    }
  }

  const field = (name: TextField, label: string, more: Partial<FieldMore> = {}) => (
    <FormField
      label={label}
      value={String(typed[name])}
      error={faults[name]}
      maxLength={LONGEST_LINK}
      onChange={({ target }) => set(name, target.value)}
      {...more}
    />
  )

  return (
    <form
      ref={form}
      className="retailer-form"
      aria-label={`What is known of ${retailer.name}`}
      onSubmit={keep}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onLeave()
      }}
    >
      <fieldset className="retailer-part">
        <legend className="panel-title">Links</legend>
        {field('linkTemplate', 'Link of the network', {
          note: 'with {url} for the piece',
          placeholder: 'https://go.network.example/?to={url}',
          autoFocus: true,
        })}
        {field('network', 'Network', { maxLength: LONGEST_NETWORK })}
        {field('subIdParameter', 'Parameter for the trip', { placeholder: 'clickref' })}
        {field('commission', 'Commission', { note: 'percent', inputMode: 'decimal' })}
        <p className="retailer-example soft">
          A click leads to <code>{retailer.example}</code>
        </p>
        <Switch
          isOn={typed.isNeverChecked === true}
          aria-label="Never check the prices of this retailer"
          onToggle={(next) => set('isNeverChecked', next)}
        >
          Never check
        </Switch>
      </fieldset>
      <fieldset className="retailer-part">
        <legend className="panel-title">Delivery, as members read it</legend>
        {field('shipsTo', 'Ships to', { placeholder: 'Canada, US, France' })}
        {field('cost', 'Delivery cost', { note: '$, 0 for free', inputMode: 'decimal' })}
        {field('freeFrom', 'Free from', { note: '$', inputMode: 'decimal' })}
        <label className="entry-field retailer-duties">
          <span className="entry-field-head">Duties</span>
          <select
            className="select"
            value={String(typed.duties)}
            onChange={({ target }) => set('duties', target.value)}
          >
            <option value="">Not known</option>
            {DUTIES.map((duties) => (
              <option key={duties} value={duties}>
                {DUTIES_WORDS[duties]}
              </option>
            ))}
          </select>
          {faults.duties && <span className="field-error">{faults.duties}</span>}
        </label>
        {field('returnDays', 'Days for return', { inputMode: 'numeric' })}
        {field('asOf', 'Read on', {
          type: 'date',
          max: today,
          after: (
            <button type="button" className="text-link" onClick={() => set('asOf', today)}>
              Still so today
            </button>
          ),
        })}
      </fieldset>
      <div className="retailer-do">
        {failure && (
          <p className="admin-error" role="alert">
            {failure}
          </p>
        )}
        <Button type="submit" variant="tool-main" isBusy={isBusy}>
          Keep
        </Button>
        <Button type="button" variant="tool" onClick={onLeave}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function wordOf(name: keyof Values, value: string | boolean) {
  return name === 'duties' && value !== ''
    ? DUTIES_WORDS[value as keyof typeof DUTIES_WORDS]
    : value
}

type FieldMore = Parameters<typeof FormField>[0]
