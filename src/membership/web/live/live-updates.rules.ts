import type { LiveMessage } from '#app/membership/membership.contract.ts'
import { findPage } from '#app/shared/pages.ts'

/** Undefined for anything that is not one of our messages. */
export function readLiveMessage(text: string): LiveMessage | undefined {
  const { type, status, redirect } = parse(text)
  switch (type) {
    case 'deals_changed':
    case 'saved_changed':
    case 'follows_changed':
    case 'notices_changed':
      return { type }
  }
  if (type !== 'subscription_update') return
  return {
    type,
    status: typeof status === 'string' ? status : null,
    ...(typeof redirect === 'string' ? { redirect } : {}),
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}

/** Whether this page belongs to joining: a new member is redirected only from such a page. */
export function isOnWayToJoining(pathname: string): boolean {
  return findPage(pathname)?.isOnWayToJoining === true
}

/**
 * The redirect of a message, if it leads to one of our own pages, whoever wrote it; undefined for
 * every other address.
 */
export function ownPageOf(redirect: string | undefined, pages: string[]): string | undefined {
  if (redirect === undefined || !/^\/(?![/\\])/.test(redirect)) return
  const [path = ''] = redirect.split(/[?#]/)
  return pages.includes(path) ? redirect : undefined
}
