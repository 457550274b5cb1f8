import type { Params } from 'react-router'
import type { PageHandle } from '#app/web/page/head.ts'

/** The head of a back office page: its title, and no indexing by search engines. */
export function backOfficePage(name: string | ((params: Params) => string)): PageHandle {
  return {
    head: ({ params, settings: { club } }) => ({
      title: `${typeof name === 'string' ? name : name(params)} · Back office`,
      description: `The back office of ${club.name}.`,
      isHidden: true,
    }),
  }
}
