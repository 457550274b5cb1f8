import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '#app/server/context.ts'
import { LONGEST_AD_COOKIE } from '#app/shared/browser-data.ts'
import { isMeasuredPage } from '#app/shared/pages.ts'

/** Identifiers by which an advertising service recognizes a browser. Stored only with consent. */
export type AdClickIds = {
  fbp: string | null
  fbc: string | null
  clientIp: string | null
  clientUserAgent: string | null
}

const ADVERTISING_COOKIE = /^fb\.\d\.\d{1,20}\.[\w-]+$/
const LONGEST_USER_AGENT = 500

/** Reads advertising cookies sent by a page; malformed values are dropped. */
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
 * The address of one of our pages for reports, without query; undefined for pages that must not be
 * reported.
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
