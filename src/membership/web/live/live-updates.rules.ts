import type { LiveMessage } from '#app/membership/membership.contract.ts'
import { findPage } from '#app/shared/pages.ts'

/** Undefined for anything that is not a message of ours. */
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

/** Whether this page is one on the way to joining: only from there a new member is led on. */
export function isOnWayToJoining(pathname: string): boolean {
  return findPage(pathname)?.isOnWayToJoining === true
}

/**
 * Where a message may lead: to one of our own pages and nowhere else, whoever has written it.
 * Undefined for every other address.
 */
export function ownPageOf(redirect: string | undefined, pages: string[]): string | undefined {
  if (redirect === undefined || !/^\/(?![/\\])/.test(redirect)) return
  const [path = ''] = redirect.split(/[?#]/)
  return pages.includes(path) ? redirect : undefined
}
