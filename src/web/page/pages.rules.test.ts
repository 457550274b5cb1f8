import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { Pages } from './Pages.tsx'

/** The links by their text, and the text between them. */
function drawn(page: number, pages: number) {
  const pathOf = (each: number) => `/list?page=${each}`
  const element = createElement(Pages, { page, pages, pathOf, words: ['Newer', 'Older'] })
  const html = renderToStaticMarkup(createElement(MemoryRouter, {}, element))
  const links = [...html.matchAll(/href="([^"]*)"[^>]*>([^<]*)/g)].map(
    ([, path, words]) => `${words}: ${path}`,
  )
  return { links, said: /<span[^>]*>([^<]*)/.exec(html)?.[1] }
}

test('a page leads to the one before and the one after', () => {
  expect(drawn(2, 3)).toEqual({
    links: ['Newer: /list?page=1', 'Older: /list?page=3'],
    said: 'Page 2 of 3',
  })
  expect(drawn(1, 3).links).toEqual(['Older: /list?page=2'])
  expect(drawn(3, 3).links).toEqual(['Newer: /list?page=2'])
  expect(drawn(1, 1)).toEqual({ links: [], said: undefined })
})

test('beyond the last page only the last one is led to', () => {
  expect(drawn(9, 3)).toEqual({ links: ['Newer: /list?page=3'], said: '3 pages in all' })
})
