import type { Config } from './config.ts'

/**
 * Sent with every answer. The policy needs no nonce because no page contains an inline script or
 * style: the page's data is an inert JSON block.
 */
export function securityHeaders(config: Config): Record<string, string> {
  const pictures = config.pictures.cdnUrl ? ` ${config.pictures.cdnUrl}` : ''
  // Safari does not take a socket of our own origin for 'self'.
  const socket = config.http.publicUrl.replace(/^http/, 'ws')
  const video = config.videoUrl ? [`frame-src ${new URL(config.videoUrl).origin}`] : []
  const isHttps = config.http.publicUrl.startsWith('https:')
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      `img-src 'self'${pictures}`,
      "font-src 'self'",
      `connect-src 'self' ${socket}`,
      "manifest-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "object-src 'none'",
      ...video,
      "frame-ancestors 'none'",
      // Text never becomes markup or code, whatever a script does with it.
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    ...(isHttps ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  }
}
