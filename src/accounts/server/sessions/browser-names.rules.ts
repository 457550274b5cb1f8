/** Display names of a browser and its system; null where the user agent does not tell. */
type BrowserName = { browser: string | null; system: string | null }

// Order matters: nearly every user agent also claims Chrome, and Chrome claims Safari.
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

/** Names a browser by its user agent, without versions. */
export function nameBrowser(userAgent: string | undefined): BrowserName {
  const text = (userAgent ?? '').slice(0, LONGEST_READ)
  return { browser: firstOf(BROWSERS, text), system: firstOf(SYSTEMS, text) }
}

function firstOf(names: Array<[RegExp, string]>, text: string): string | null {
  return names.find(([pattern]) => pattern.test(text))?.[1] ?? null
}
