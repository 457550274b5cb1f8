import { Form, Link } from 'react-router'
import { candidatesPath } from '#app/admin/sourcing-paths.facts.ts'
import { VOCABULARY } from '#app/deals/vocabulary/vocabulary.facts.ts'
import type { Candidates } from '#app/product-feeds/product-feeds.contract.ts'
import { POOL_SORTS } from '#app/product-feeds/product-feeds.facts.ts'
import { formatCount } from '#app/shared/counts.ts'
import { type AskedCandidates, candidatesSearch } from './address.rules.ts'
import { POOL_SORT_WORDS } from './words.copy.ts'

const BRANDS_OPEN = 12
const PERCENTS = ['20', '30', '40', '50', '60', '70']

type Props = { asked: AskedCandidates; found: Candidates | undefined }

/** The filters of the pool: a form that works without scripts, and brands as links with their counts. */
export function PoolFilters({ asked, found }: Props) {
  const counts = new Map(found?.categories.map(({ value, count }) => [value, count]))
  const inside = (value: string) =>
    VOCABULARY.category
      .filter((term) => term.value === value || term.parent === value)
      .reduce((sum, term) => sum + (counts.get(term.value) ?? 0), 0)
  return (
    <>
      <Form className="pool-filters" method="get" role="search" key={candidatesSearch(asked)}>
        <input
          className="input pool-words"
          type="search"
          name="q"
          aria-label="Words of brand or name"
          placeholder="Brand or name"
          defaultValue={asked.q}
        />
        {(found?.feeds.length ?? 0) > 0 && (
          <select className="select" name="feed" aria-label="Feed" defaultValue={asked.feed}>
            <option value="">Every feed</option>
            {found?.feeds.map(({ id, name, count }) => (
              <option key={id} value={id}>
                {`${name} (${formatCount(count)})`}
              </option>
            ))}
          </select>
        )}
        <select
          className="select"
          name="category"
          aria-label="Category"
          defaultValue={asked.category}
        >
          <option value="">Every category</option>
          {VOCABULARY.category.map(({ value, label, parent }) => (
            <option key={value} value={value}>
              {`${parent ? '\u2003' : ''}${label}${found ? ` (${formatCount(inside(value))})` : ''}`}
            </option>
          ))}
        </select>
        <select
          className="select"
          name="department"
          aria-label="Department"
          defaultValue={asked.department}
        >
          <option value="">Every department</option>
          {VOCABULARY.department.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <input
          className="input pool-size"
          name="size"
          aria-label="Size"
          placeholder="Size, as IT 40"
          defaultValue={asked.size}
          maxLength={40}
        />
        <select
          className="select"
          name="off"
          aria-label="At least percent off"
          defaultValue={asked.off}
        >
          <option value="">Any discount</option>
          {[...new Set([...PERCENTS, ...(asked.off ? [asked.off] : [])])].map((percent) => (
            <option key={percent} value={percent}>{`${percent}% off or more`}</option>
          ))}
        </select>
        <select
          className="select"
          name="since"
          aria-label="Of the last reading"
          defaultValue={asked.since}
        >
          <option value="">Old and new</option>
          <option value="new">New in its feed</option>
          <option value="cheaper">Cheaper than before</option>
        </select>
        <select className="select" name="sort" aria-label="Sorting" defaultValue={asked.sort}>
          {POOL_SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {POOL_SORT_WORDS[sort]}
            </option>
          ))}
        </select>
        <label className="pool-too">
          <input type="checkbox" name="stock" value="all" defaultChecked={asked.isSoldOutToo} />
          Sold-out ones too
        </label>
        <label className="pool-too">
          <input type="checkbox" name="club" value="all" defaultChecked={asked.isKnownToo} />
          Those in the club too
        </label>
        <label className="pool-too">
          <input type="checkbox" name="dismissed" value="only" defaultChecked={asked.isDismissed} />
          Only dismissed ones
        </label>
        {asked.brands.map((brand) => (
          <input key={brand} type="hidden" name="brand" value={brand} />
        ))}
        <button type="submit" className="tool">
          Show
        </button>
      </Form>
      <Brands asked={asked} found={found} />
    </>
  )
}

function Brands({ asked, found }: Props) {
  const brands = found?.brands ?? []
  if (brands.length === 0 && asked.brands.length === 0) return null
  const told = new Set(brands.map(({ key }) => key))
  const all = [
    ...asked.brands.filter((key) => !told.has(key)).map((key) => ({ key, name: key, count: 0 })),
    ...brands,
  ]
  const chip = ({ key, name, count }: (typeof all)[number]) => {
    const isSet = asked.brands.includes(key)
    const next = isSet ? asked.brands.filter((each) => each !== key) : [...asked.brands, key]
    return (
      <li key={key}>
        <Link
          className={isSet ? 'chip chip-set' : 'chip'}
          to={candidatesPath() + candidatesSearch({ ...asked, brands: next })}
          discover="none"
          preventScrollReset
        >
          {name} <span className="soft figure">{formatCount(count)}</span>
          {isSet && <span aria-hidden="true">×</span>}
          {isSet && <span className="sr">, chosen: leave it out again</span>}
        </Link>
      </li>
    )
  }
  return (
    <div className="pool-brands">
      <ul aria-label="Brands">{all.slice(0, BRANDS_OPEN).map(chip)}</ul>
      {all.length > BRANDS_OPEN && (
        <details>
          <summary>More brands</summary>
          <ul aria-label="More brands">{all.slice(BRANDS_OPEN).map(chip)}</ul>
        </details>
      )}
    </div>
  )
}
