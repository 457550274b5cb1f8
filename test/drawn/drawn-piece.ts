import { QueryClientProvider, type QueryKey } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { createApi } from '#app/web/api/api.ts'
import { createQueryClient } from '#app/web/api/query-client.ts'

type Surroundings = {
  at?: string
  /** Query data that is already loaded, by query key. */
  known?: Array<[QueryKey, unknown]>
}

/** Renders a piece of a page as on its first draw, and returns what people would read and press in it. */
export function drawPiece(piece: ReactNode, { at = '/', known = [] }: Surroundings = {}) {
  const client = createQueryClient(createApi(() => Promise.reject(new Error('asked'))))
  for (const [key, data] of known) client.setQueryData(key, data)
  const router = createMemoryRouter([{ path: '*', element: piece }], { initialEntries: [at] })
  const page = createElement(RouterProvider, { router })
  const html = renderToStaticMarkup(createElement(QueryClientProvider, { client }, page))
  return {
    html,
    words: wordsIn(html),
    buttons: [...html.matchAll(/<button[^>]*>(.*?)<\/button>/gs)].map(([, inside = '']) =>
      wordsIn(inside),
    ),
    /** Every link with its address. */
    links: [...html.matchAll(/<a ([^>]*)>(.*?)<\/a>/gs)].map(([, about = '', inside = '']) => ({
      words: wordsIn(inside),
      to: /href="([^"]*)"/.exec(about)?.[1]?.replaceAll('&amp;', '&'),
      isCurrent: about.includes('aria-current='),
    })),
  }
}

function wordsIn(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ([.,;:])/g, '$1')
    .trim()
}
