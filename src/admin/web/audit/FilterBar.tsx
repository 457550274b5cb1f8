import { type FormEvent, useId } from 'react'
import { Link, useNavigate } from 'react-router'
import { LONGEST_SEARCH } from '#app/admin/admin.facts.ts'
import { adminPaths } from '#app/admin/paths.facts.ts'
import { Button } from '#app/ui/Button.tsx'
import {
  type AuditFilterValues,
  auditSearch,
  hasAuditFilters,
  SUBJECT_KIND_WORDS,
} from './filters.rules.ts'
import { useAuditFilters } from './queries.ts'
import { actionAsChoice } from './words.copy.ts'

/** The filters of the log, kept in the address. */
export function FilterBar({ filters }: { filters: AuditFilterValues }) {
  const navigate = useNavigate()
  const offered = useAuditFilters()
  const id = useId()

  function narrow(change: Partial<AuditFilterValues>) {
    const to = adminPaths.audit() + auditSearch({ ...filters, ...change })
    void navigate(to, { preventScrollReset: true })
  }

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    narrow({ q: String(new FormData(event.currentTarget).get('q') ?? '').trim() })
  }

  return (
    <search aria-label="The log">
      <form className="toolbar audit-filters" onSubmit={search}>
        <Choice
          label="Who"
          value={filters.actor}
          choices={(offered?.actors ?? []).map((actor) => [actor, actor])}
          onChoose={(actor) => narrow({ actor })}
        />
        <Choice
          label="What was done"
          value={filters.action}
          choices={(offered?.actions ?? []).map((action) => [action, actionAsChoice(action)])}
          onChoose={(action) => narrow({ action })}
        />
        <Choice
          label="To what"
          value={filters.kind}
          choices={Object.entries(SUBJECT_KIND_WORDS)}
          onChoose={(kind) => narrow({ kind })}
        />
        <label className="audit-filter" htmlFor={`${id}-day`}>
          Day
          <input
            id={`${id}-day`}
            className="input"
            type="date"
            value={filters.day}
            onChange={({ currentTarget }) => narrow({ day: currentTarget.value })}
          />
        </label>
        <label className="audit-filter audit-filter-text" htmlFor={`${id}-q`}>
          Name
          <input
            id={`${id}-q`}
            className="input"
            type="search"
            name="q"
            maxLength={LONGEST_SEARCH}
            defaultValue={filters.q}
            placeholder="Brand, piece or file"
          />
        </label>
        <Button variant="tool" type="submit">
          Search
        </Button>
        {hasAuditFilters(filters) && (
          <Link className="tool tool-bare" to={adminPaths.audit()} preventScrollReset>
            Clear
          </Link>
        )}
        <a
          className="tool tool-bare audit-csv"
          href={`/api/admin/audit.csv${auditSearch(filters)}`}
          download
        >
          Download as CSV
        </a>
      </form>
    </search>
  )
}

type ChoiceProps = {
  label: string
  value: string
  choices: Array<[value: string, words: string]>
  onChoose: (value: string) => void
}

function Choice({ label, value, choices, onChoose }: ChoiceProps) {
  const id = useId()
  const isOffered = value === '' || choices.some(([each]) => each === value)
  return (
    <label className="audit-filter" htmlFor={id}>
      {label}
      <select
        id={id}
        className="select"
        value={value}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      >
        <option value="">All</option>
        {!isOffered && <option value={value}>{value}</option>}
        {choices.map(([each, words]) => (
          <option key={each} value={each}>
            {words}
          </option>
        ))}
      </select>
    </label>
  )
}
