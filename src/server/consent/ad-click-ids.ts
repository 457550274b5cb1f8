import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '#app/server/context.ts'
import { LONGEST_AD_COOKIE } from '#app/shared/browser-data.ts'
import { isMeasuredPage } from '#app/shared/pages.ts'

/** By what a marketing service may know a browser again. Kept only of those who have agreed. */
export type AdClickIds = {
  fbp: string | null
  fbc: string | null
  clientIp: string | null
  clientUserAgent: string | null
}

const ADVERTISING_COOKIE = /^fb\.\d\.\d{1,20}\.[\w-]+$/
const LONGEST_USER_AGENT = 500

/** What a page sent of its cookies may be anything: what is not of their shape is left out. */
export function readAdClickIds(
  { ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>,
  { fbp, fbc }: { fbp?: unknown; fbc?: unknown },
): AdClickIds {
  return {
    fbp: advertisingCookie(fbp),
    fbc: advertisingCookie(fbc),
    clientIp: isIP(ip) ? ip : null,
    clientUserAgent: headers['user-agent']?.slice(0, LONGEST_USER_AGENT) ?? null,
  }
}

function advertisingCookie(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > LONGEST_AD_COOKIE) return null
  return ADVERTISING_COOKIE.test(value) ? value : null
}

/**
 * The address of a page of ours that may be told of, with nothing behind its path; undefined for
 * every other.
 */
export function measuredPageUrl(
  { config }: Pick<AppContext, 'config'>,
  address: string | undefined,
): string | undefined {
  const { publicUrl } = config.http
  const url = address ? URL.parse(address, publicUrl) : null
  if (!url || url.origin !== new URL(publicUrl).origin) return
  return isMeasuredPage(url.pathname) ? url.origin + url.pathname : undefined
}
