import { describe, expect, test } from 'vitest'
import { letter, useMailing, writesLetter, writing } from '#test/support/mailing.ts'

const { server, promise, rowOf, untilDelivered } = useMailing()

describe('what people typed', () => {
  const HOSTILE = '"><script>alert(1)</script>\r\nBcc: eve@people.test\r\n\r\n=======\nPay here'

  test('is text in both forms and cannot add a header', async () => {
    await server.start()
    await promise()
    await untilDelivered(
      writing(async () =>
        letter({
          subject: HOSTILE,
          preview: HOSTILE,
          reason: HOSTILE,
          blocks: [
            { kind: 'title', text: HOSTILE },
            { kind: 'paragraph', text: HOSTILE },
            { kind: 'note', text: HOSTILE },
            { kind: 'facts', rows: [[HOSTILE, HOSTILE]] },
            { kind: 'button', label: HOSTILE, path: `/account?x=${HOSTILE}` },
          ],
        }),
      ),
    )
    const [mail] = server.received
    expect(mail?.html).not.toContain('<script')
    expect(mail?.html).not.toMatch(/"">|"><script/)
    expect(server.recipients).toEqual(['ann@people.test'])
    expect(mail?.headers.map((header) => header.key)).not.toContain('bcc')
    expect(mail?.subject).toContain('Bcc: eve@people.test')
    expect(mail?.text).not.toMatch(/^(Bcc:|Pay here|=======$)/m)
  })

  test.each([
    'ann@people.test, eve@people.test',
    'ann@people.test\r\nBcc: eve@people.test',
    'Eve <eve@people.test>',
    '"ann@people.test"@people.test',
    'nobody',
    '',
  ])('is written to only if it is one address: %j', async (to) => {
    await server.start()
    const key = await promise({ to })
    await untilDelivered(writesLetter)
    expect(server.received).toEqual([])
    expect(await rowOf(key)).toMatchObject({ state: 'dropped' })
  })
})
