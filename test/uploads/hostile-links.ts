import fc from 'fast-check'

/** Values that must never become a link that members follow. */
export const HOSTILE_LINKS = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'javascript://shop.example/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'ftp://shop.example/coat',
  'blob:https://shop.example/1',
  'intent://shop.example#Intent;scheme=https;end',
  '//evil.example/coat',
  '///evil.example/coat',
  '\\\\evil.example\\coat',
  'https:\\\\evil.example/coat',
  'https:/\\evil.example/coat',
  'https:evil.example',
  'https://shop.example\\@evil.example/',
  'https://shop.example@evil.example/',
  'https://user:secret@shop.example/',
  'https://@evil.example/',
  'https://shop.example/a\nb',
  'https://shop.example/a\tb',
  'https://shop.example/\u0001',
  'https://shop.example/a b',
  'https://shop\u200b.example/',
  'https://shop.example/\u202egpj.exe',
  'https://localhost/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://[::1]/',
  'https://[::ffff:169.254.169.254]/',
  'https://169.254.169.254/latest/meta-data/',
  'https://shop',
  'https://shop.local/',
  'https://shop..example/',
  'https://shop.example:99999/',
  'https://',
  'https://%00.example/',
  `https://shop.example/${'a'.repeat(2048)}`,
]

/** Look-alike and unusual links that are valid all the same: shown with the host they really lead to. */
export const ODD_LINKS: Array<[string, string]> = [
  ['https://www.gucсi.example/', 'www.xn--guci-n6d.example'],
  ['https://ШОП.example/', 'xn--n1acz.example'],
  ['https://shop。example/coat', 'shop.example'],
  ['https://shop.example/?next=//evil.example', 'shop.example'],
  ['https://shop.example/#@evil.example', 'shop.example'],
  ['https://shop.example/"><script>alert(1)</script>', 'shop.example'],
  ["https://shop.example/'onmouseover='alert(1)", 'shop.example'],
  ['https://shop.example/=cmd|calc', 'shop.example'],
  ['HTTPS://SHOP.EXAMPLE/Coat', 'shop.example'],
]

const scheme = fc.constantFrom(
  ...['https://', 'http://', 'HTTPS://', '//', 'https:', 'https:/\\', 'javascript:', 'data:', ''],
)
const user = fc.constantFrom('', '', '', '@', 'me@', 'me:secret@', 'shop.example\\@')
const host = fc.oneof(
  fc.webAuthority({ withIPv4: true, withIPv6: true, withPort: true, withUserInfo: true }),
  fc.domain(),
  fc.constantFrom(
    'shop.example',
    'xn--n1aik.example',
    'шоп.example',
    'localhost',
    '0x7f.1',
    '[::1]',
    '1.1',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
)
const rest = fc.oneof(
  fc.webUrl({ withQueryParameters: true, withFragments: true }).map((url) => new URL(url).pathname),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom(
    '',
    '/',
    '/a b',
    '/\u0000',
    '/%',
    '?a=1&utm_source=x',
    '#x',
    '/\\evil',
    '/..//evil',
  ),
)

/** Anything that a person or an attacker could enter as a link. */
export const anyLink = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(scheme, user, host, rest).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.webUrl({ withQueryParameters: true }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
)
