import { VOCABULARY } from '#app/deals/vocabulary/vocabulary.facts.ts'
import type { ProductFeed, ProductFeedRun } from '#app/product-feeds/product-feeds.contract.ts'
import { capitalize, countOf, formatBytes, formatCount } from '#app/shared/counts.ts'
import { formatMoment } from '#app/shared/dates.ts'

/** Describes in one line which rows of a feed are candidates. */
export function rulesInWords({ brands, categories, ...rules }: ProductFeed['rules']): string {
  const shown = brands.slice(0, 4)
  const more = brands.length - shown.length
  const labels = VOCABULARY.category
    .filter(({ value }) => categories.includes(value))
    .map(({ label }) => label)
  const parts = [
    [...shown, ...(more > 0 ? [`${formatCount(more)} more`] : [])].join(', '),
    labels.join(', '),
    rules.minPercentOff ? `at least ${rules.minPercentOff}% off` : '',
    rules.isInStockOnly ? 'in stock' : '',
  ].filter(Boolean)
  const line = parts.join(' · ') || 'Everything in it'
  return capitalize(line)
}

export function isUnderWay({ state }: Pick<ProductFeedRun, 'state'>): boolean {
  return state === 'waiting' || state === 'fetching' || state === 'reading'
}

/** Describes the current step of a run, and its progress. */
export function feedStepInWords({ state, bytes, rowsRead }: ProductFeedRun): string {
  if (state === 'waiting') return 'Waits for its turn'
  if (state === 'fetching') {
    return bytes > 0 ? `Being fetched: ${formatBytes(bytes)} so far` : 'Being fetched'
  }
  return rowsRead > 0 ? `Being read: ${countOf(rowsRead, 'row')} so far` : 'Being read'
}

/** Describes the outcome of a run. */
export function runInWords(run: ProductFeedRun): string {
  const at = formatMoment(run.endedAt ?? run.startedAt)
  if (run.state === 'same') return `Asked for ${at}: the same as before.`
  if (run.state === 'failed') return `Failed ${at}: ${run.problem ?? 'nobody knows why.'}`
  const news = [
    run.added > 0 ? `${formatCount(run.added)} new` : '',
    run.cheaper > 0 ? `${formatCount(run.cheaper)} cheaper` : '',
    run.gone > 0 ? `${formatCount(run.gone)} gone` : '',
  ].filter(Boolean)
  const kept =
    run.rowsLeftOut > 0
      ? `${countOf(run.pieces, 'piece')} of ${countOf(run.rowsRead, 'row')} ${run.pieces === 1 ? 'fits' : 'fit'} its rules`
      : `${countOf(run.pieces, 'piece')} of ${countOf(run.rowsRead, 'row')}`
  return `Read ${at}: ${kept}${news.length > 0 ? `; ${news.join(', ')}` : ''}.`
}

export function sourceInWords({ address }: Pick<ProductFeed, 'address'>): string {
  return address === null ? 'By file' : `Daily from ${new URL(address).hostname}`
}
