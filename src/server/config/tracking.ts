import { z } from 'zod'
import { type Given, isReadOnTheWay, secret } from './shapes.ts'

export const trackingSettings = {
  /** Tag manager container, loaded for visitors who consented. Unset means none. */
  TAG_MANAGER_ID: secret(/^GTM-[A-Z0-9]{4,12}$/, 'is not a container id').optional(),
  /** Where the server reports conversions of visitors who consented. Unset means nowhere. */
  CONVERSIONS_URL: secret(
    // No query: addresses end up in logs along the way, so a token must not be part of one.
    /^https?:\/\/[^\s?#@]+$/,
    'is not an http(s) address without user, parameters and fragment',
  )
    .refine((value) => URL.canParse(value), 'is not an http(s) address')
    .optional(),
  CONVERSIONS_TOKEN: secret(/^[\x21-\x7e]{8,1000}$/, 'is not a token').optional(),
}

export function wrongTracking(given: Given): string[] {
  const { CONVERSIONS_URL: url, CONVERSIONS_TOKEN: token } = given
  const wrong: string[] = []
  if (url && !token)
    wrong.push('CONVERSIONS_TOKEN is missing: CONVERSIONS_URL takes nothing without')
  if (token && !url) wrong.push('CONVERSIONS_URL is missing: CONVERSIONS_TOKEN goes with it')
  if (url && isOpen(url.trim(), given.NODE_ENV === 'production')) {
    wrong.push('CONVERSIONS_URL must be https: the token would travel in the clear')
  }
  return wrong
}

function isOpen(url: string, isProduction: boolean): boolean {
  return isProduction ? /^http:/i.test(url) : isReadOnTheWay(url)
}

const Settings = z.object(trackingSettings)

type Tracking = {
  tagManagerId?: string
  conversions?: { url: string; token: string }
}

/** Undefined when marketing measures nothing: then nobody is asked for consent and nothing is stored. */
export function readTracking(env: z.infer<typeof Settings>): Tracking | undefined {
  const { TAG_MANAGER_ID: tagManagerId, CONVERSIONS_URL: url, CONVERSIONS_TOKEN: token } = env
  if (!tagManagerId && !url) return
  return {
    ...(tagManagerId ? { tagManagerId } : {}),
    ...(url && token ? { conversions: { url, token } } : {}),
  }
}
