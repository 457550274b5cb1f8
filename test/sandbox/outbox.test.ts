import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#app/server/config/config.ts'
import { createHttp, type Http } from '#app/server/http/http.ts'
import { createLog } from '#app/server/log.ts'
import { outboxPages } from '#sandbox/outbox/outbox.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'nouveau-outbox-'))
const outbox = path.join(dataDir, 'outbox')
const writer = createTransport({ streamTransport: true, buffer: true })
const OUTBOX = '/sandbox/outbox'
let http: Http

beforeAll(async () => {
  // With a film, whose player the content security policy must allow too.
  const video = 'https://player.vimeo.com/video/1'
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, VIDEO_URL: video })
  http = await createHttp(config, createLog({ log: { level: 'silent' } }))
  outboxPages(http, { dataDir })
  await http.ready()
})
beforeEach(() => rmSync(outbox, { recursive: true, force: true }))
afterAll(async () => {
  await http.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const get = (url = '') => http.inject({ url: `${OUTBOX}${url}` })

function keep(file: string, source: string | Buffer): string {
  mkdirSync(outbox, { recursive: true })
  writeFileSync(path.join(outbox, file), source)
  return `/${file}`
}

/** Sends a mail in this minute as the outbox stores it; returns the address of its page. */
async function send(minute: number, mail: SendMailOptions): Promise<string> {
  const { message } = await writer.sendMail({
    from: 'Nouveau <club@nouveau.test>',
    to: 'ann@example.com',
    ...mail,
  })
  const time = `2026-11-21T08-${String(minute).padStart(2, '0')}-00.000Z`
  return keep(`${time}_mail-${minute}.eml`, message as Buffer)
}

test('an outbox without mail says so', async () => {
  const page = await get()
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('Nothing has been sent yet.')
})

test('the newest mail stands first, with its time and reader', async () => {
  await send(5, { subject: 'Welcome ☂', text: 'x' })
  await send(9, { subject: 'Receipt', text: 'x', to: '"Zoë" <zoe@example.com>' })
  const { body } = await get()
  expect(body.indexOf('Receipt')).toBeLessThan(body.indexOf('Welcome ☂'))
  expect(body).toContain('Zoë &lt;zoe@example.com&gt;')
  expect(body).toContain('2026-11-21 08:09:00')
})

test('a mail is shown as text, with its links, and with its source', async () => {
  const text = 'Set it here: http://localhost:3000/password-reset?token=a&b=c.\nThanks'
  const address = await send(1, { subject: 'Reset', text })
  const page = await get(address)
  expect(page.body).toContain('href="http://localhost:3000/password-reset?token=a&amp;b=c"')
  expect(page.body).toContain('This mail has no HTML.')
  const source = await get(`${address}/source`)
  expect(source.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(source.body).toContain('Subject: Reset')
})

test('the mail’s own HTML runs nothing, loads nothing, and is framed by the outbox alone', async () => {
  const picture = Buffer.from('picture')
  const address = await send(2, {
    subject: 'Hello',
    html: '<html><head><title>x</title></head><body><img src="cid:logo@club"><script>alert(1)</script></body></html>',
    attachments: [{ filename: 'logo.png', cid: 'logo@club', content: picture }],
  })
  const page = await get(address)
  expect(page.body).toContain(`src="${OUTBOX}${address}/html"`)
  expect(page.body).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
  const frames = String(page.headers['content-security-policy']).match(/frame-src [^;]*/g)
  expect(frames).toEqual(["frame-src 'self'"])

  const mail = await get(`${address}/html`)
  const policy = String(mail.headers['content-security-policy'])
  for (const rule of ['sandbox allow-popups', "default-src 'none'", "form-action 'none'"]) {
    expect(policy).toContain(rule)
  }
  expect(policy).not.toMatch(/allow-scripts|allow-same-origin|script-src/)
  expect(mail.body).toContain(`data:image/png;base64,${picture.toString('base64')}`)
  expect(mail.body).toContain('<base target="_blank">')
})

test('a hostile subject and sender are text', async () => {
  const address = await send(3, {
    subject: '<script>alert(1)</script>',
    from: '"<img src=x>" <a@example.com>',
    text: '<script>alert(2)</script> http://x.test/"onclick=alert(3)',
  })
  for (const { body } of [await get(), await get(address)]) {
    expect(body).not.toMatch(/<script>|<img|"onclick/)
    expect(body).toContain('&lt;script&gt;')
  }
})

test('a mail that is half written is named as such and breaks nothing', async () => {
  await send(4, { subject: 'Whole', text: 'x' })
  const half = keep('2026-11-21T08-59-00.000Z_half.eml', 'Subject: Ha')
  keep('2026-11-21T08-59-01.000Z_empty.eml', '')
  const { body } = await get()
  expect(body).toContain('Whole')
  expect(body.match(/Not readable yet/g)).toHaveLength(2)
  expect((await get(half)).statusCode).toBe(200)
})

test.each(['/..%2f..%2fpackage.json', '/2026-11-21T08-00-00Z_no.eml', '/x.eml'])(
  '%s is no mail',
  async (address) => {
    await send(4, { subject: 'Whole', text: 'x' })
    for (const part of ['', '/html', '/source']) {
      expect((await get(`${address}${part}`)).statusCode).toBe(404)
    }
  },
)

test('of thousands of mails the newest two hundred are shown, the others on further pages', async () => {
  for (let at = 0; at < 5000; at += 1) {
    const time = new Date(Date.UTC(2026, 10, 1) + at * 1000).toISOString().replaceAll(':', '-')
    keep(`${time}_m${at}.eml`, `Subject: Number ${at}.\r\nTo: a@example.com\r\n\r\nx`)
  }
  const { body } = await get()
  expect(body.match(/>Number \d+\.</g)).toHaveLength(200)
  expect(body).toContain('>Number 4999.<')
  expect(body).toContain('5000 mails')
  expect((await get('?page=25')).body).toContain('>Number 0.<')
  expect((await get('?page=26')).body).toContain('no mails this far back')
  expect((await get('?page=x')).statusCode).toBe(200)
})
