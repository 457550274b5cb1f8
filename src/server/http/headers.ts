import type { Config } from '#app/server/config/config.ts'
import { isOwnFilm } from '#app/shared/demo-film.ts'

/**
 * Sent with every answer. The policy needs no nonce because no page contains an inline script or
 * style: the page's data is an inert JSON block.
 */
export function securityHeaders(config: Config): Record<string, string> {
  const pictures = config.pictures.cdnUrl ? ` ${config.pictures.cdnUrl}` : ''
  // In Safari, 'self' does not include WebSockets of our own origin.
  const socket = config.http.publicUrl.replace(/^http/, 'ws')
  const tags = tagSources(config)
  const isHttps = config.http.publicUrl.startsWith('https:')
  return {
    'content-security-policy': [
      "default-src 'none'",
      `script-src 'self'${tags.scripts}`,
      "style-src 'self'",
      `img-src 'self'${pictures}${tags.reports}`,
      "font-src 'self'",
      `connect-src 'self' ${socket}${tags.reports}`,
      "manifest-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "object-src 'none'",
      ...filmSource(config.videoUrl),
      "frame-ancestors 'none'",
      ...tags.trustedTypes,
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    ...(isHttps ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  }
}

function filmSource(videoUrl: string | undefined): string[] {
  if (!videoUrl) return []
  return [isOwnFilm(videoUrl) ? "media-src 'self'" : `frame-src ${new URL(videoUrl).origin}`]
}

/**
 * Third-party tags run only when a tag manager container is configured; they then create markup and code from
 * strings, so trusted types cannot be required.
 */
function tagSources({ tracking }: Config) {
  if (!tracking?.tagManagerId) {
    // No string ever becomes markup or code, except for the URL of the service worker.
    const trustedTypes = ["require-trusted-types-for 'script'", 'trusted-types service-worker']
    return { scripts: '', reports: '', trustedTypes }
  }
  const manager = 'https://www.googletagmanager.com'
  return {
    scripts: ` ${manager} https://connect.facebook.net`,
    reports: ` ${manager} https://*.google-analytics.com https://www.facebook.com`,
    trustedTypes: [],
  }
}
