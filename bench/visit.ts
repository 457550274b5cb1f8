import { chromium } from '@playwright/test'
import { startServer, temporaryFolder } from '#bench/support/server-under-test.ts'
import { CHROMIUM_ARGS, findChromium } from '#scripts/tests/needs.ts'

const WIDTHS = [375, 1440]

/** Measures the bytes of a first visit to `/daily-deals` over the wire, and layout shifts. */
async function benchVisit() {
  const { folder, remove } = temporaryFolder()
  const server = await startServer({ DATA_DIR: folder, DEMO: '1', DATABASE_URL: '' })
  const html = await (await fetch(`${server.url}/daily-deals`)).text()
  console.log(
    `\nFirst visit to /daily-deals as visitor: HTML ${kb(Buffer.byteLength(html))} before compression`,
  )

  const browser = await chromium.launch({
    executablePath: findChromium() ?? '',
    args: CHROMIUM_ARGS,
  })
  for (const width of WIDTHS) {
    const page = await browser.newPage({ viewport: { width, height: 900 } })
    const sizes = new Map<string, number>()
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    const types = new Map<string, string>()
    session.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type))
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const type = types.get(requestId) ?? 'Other'
      sizes.set(type, (sizes.get(type) ?? 0) + encodedDataLength)
    })
    await page.addInitScript(() => {
      Object.assign(window, { shift: 0 })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as Array<PerformanceEntry & { value: number }>) {
          Object.assign(window, {
            shift: (window as unknown as { shift: number }).shift + entry.value,
          })
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(`${server.url}/daily-deals`, { waitUntil: 'networkidle' })
    await page.mouse.wheel(0, 4000)
    await page.waitForTimeout(1500)
    const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift)
    const bytes = ['Document', 'Script', 'Stylesheet', 'Font', 'Image'].map(
      (type) => `${type} ${kb(sizes.get(type) ?? 0)}`,
    )
    console.log(`${width} px: ${bytes.join(', ')}, layout shift ${shift.toFixed(4)}`)
    await page.close()
  }
  await browser.close()
  await server.stop()
  remove()
}

function kb(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`
}

await benchVisit()
