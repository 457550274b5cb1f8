import { VOCABULARY } from '#app/deals/vocabulary/vocabulary.facts.ts'
import type { SetupWish } from '#app/follows/follows.contract.ts'
import { Field } from '#app/ui/Field.tsx'
import { ceilingField } from './setup-form.rules.ts'

type Props = { ceilings: SetupWish['ceilings']; problems: Record<string, string> }

const GROUPS = VOCABULARY.category.filter(({ parent }) => parent === undefined)
const KINDS = VOCABULARY.category.filter(({ parent }) => parent !== undefined)

/** Price fields for each category group, with optional ones for its categories. */
export function Ceilings({ ceilings, problems }: Props) {
  const field = ({ value, label }: { value: string; label: string }) => (
    <Field
      key={value}
      name={ceilingField(value)}
      label={`${label}, in dollars`}
      inputMode="numeric"
      autoComplete="off"
      maxLength={9}
      defaultValue={ceilings[value] ?? ''}
      error={problems[ceilingField(value)]}
    />
  )
  const isOpen = KINDS.some(
    ({ value }) => ceilings[value] !== undefined || problems[ceilingField(value)],
  )
  return (
    <>
      <div className="grid max-w-[52rem] gap-x-6 gap-y-5 sm:grid-cols-2 lg:grid-cols-4">
        {GROUPS.map(field)}
      </div>
      <details className="fold max-w-[52rem] border-b border-hairline" open={isOpen}>
        <summary>Another price for a single kind</summary>
        <div className="grid max-w-[52rem] gap-x-6 gap-y-5 py-3 sm:grid-cols-2 lg:grid-cols-3">
          {KINDS.map(field)}
        </div>
      </details>
    </>
  )
}
