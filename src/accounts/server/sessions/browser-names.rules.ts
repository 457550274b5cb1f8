/** A browser in words that its owner knows it by; null where it does not say. */
type BrowserName = { browser: string | null; system: string | null }

// The order counts: nearly every browser also says that it is Chrome, and Chrome that it is Safari.
const BROWSERS: Array<[RegExp, string]> = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPT|OPX|Opera)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bDuckDuckGo\//, 'DuckDuckGo'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?(Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
]

const SYSTEMS: Array<[RegExp, string]> = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(intosh| OS X)\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

const LONGEST_READ = 512

/** What a browser says of itself, as far as it is worth telling. Versions and places are not. */
export function nameBrowser(userAgent: string | undefined): BrowserName {
  const text = (userAgent ?? '').slice(0, LONGEST_READ)
  return { browser: firstOf(BROWSERS, text), system: firstOf(SYSTEMS, text) }
}

function firstOf(names: Array<[RegExp, string]>, text: string): string | null {
  return names.find(([pattern]) => pattern.test(text))?.[1] ?? null
}
