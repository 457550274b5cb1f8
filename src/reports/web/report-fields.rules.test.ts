import { createElement } from 'react'
import { expect, test } from 'vitest'
import type { Deal } from '#app/deals/deals.contract.ts'
import { REPORT_KINDS } from '#app/reports/reports.facts.ts'
import { drawPiece } from '#test/drawn/drawn-piece.ts'
import { ReportFields, type ReportProblem } from './ReportFields.tsx'

const draw = (told: Array<(typeof REPORT_KINDS)[number]>, problem?: ReportProblem) =>
  drawPiece(createElement(ReportFields, { deal: { sizes: ['S', 'M'] } as Deal, told, problem }))
const radios = (html: string) => html.match(/<input type="radio"[^>]*>/g) ?? []

test('what was told today is said to be, and cannot be chosen again', () => {
  expect(draw([]).words).not.toContain('You told us today')
  const { html, words } = draw(['gone'])
  expect(words.match(/You told us today/g)).toHaveLength(1)
  const shut = radios(html).filter((radio) => radio.includes('disabled'))
  expect(shut).toEqual([expect.stringContaining('value="gone"')])
  expect(radios(html)).toHaveLength(REPORT_KINDS.length)
})

test('what is wrong with a field stands at it, and what is wrong with all of it once below', () => {
  const { html, words } = draw([], { field: 'size', error: 'must say which size' })
  const [, id = 'none'] = /id="([^"]+)"[^>]*role="alert"/.exec(html) ?? []
  expect(html).toMatch(new RegExp(`<select[^>]*aria-invalid="true" aria-describedby="${id}"`))
  expect(words.match(/must say which size/g)).toHaveLength(1)
  expect(draw([], { error: 'We could not be reached.' }).words).toMatch(/reached\.$/)
})
