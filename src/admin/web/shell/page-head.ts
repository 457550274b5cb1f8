import type { Params } from 'react-router'
import type { PageHandle } from '#app/web/page/head.ts'

/** How a page of the back office introduces itself: by its name, and to no search engine. */
export function backOfficePage(name: string | ((params: Params) => string)): PageHandle {
  return {
    head: ({ params, settings: { club } }) => ({
      title: `${typeof name === 'string' ? name : name(params)} · Back office`,
      description: `The back office of ${club.name}.`,
      isHidden: true,
    }),
  }
}
