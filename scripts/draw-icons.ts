import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

/**
 * Draws the site's icon for browser tabs and home screens. `node scripts/draw-icons.ts`
 *
 * There are two drawings of the letter: the hairlines of the large one would vanish in a tab, so the small
 * one is drawn on a grid of 16, each stroke on whole pixels.
 */
const INK = '#1b1714'
const PAPER = '#f7f4ee'

/** For tabs, at 16 px and multiples of it. */
const SMALL = mark(
  16,
  // Serif, stem and diagonal on the left; stem and serif on the right.
  'M2 3h4l5 7V4H9.5V3H14v1h-2v9h-1.5L5 5.2V12h1.5v1H2v-1h2V4H2z',
)

/** The large icon, the letter taking `share` of its side; a launcher may crop everything outside 0.8. */
function large(share: number): string {
  const side = 100
  const scale = (side * share) / 60
  const at = (side - 60 * scale) / 2
  const letter =
    'M0 0h15.5L49.6 44.6V1.5h-8.4V0H60v1.5h-8.2V60h-1.6L10.2 7.4v51.1h8.6V60H0v-1.5h8V4.4L5.8 1.5H0z'
  return mark(side, letter, `translate(${at} ${at}) scale(${scale})`)
}

function mark(side: number, letter: string, transform = ''): string {
  const where = transform ? ` transform="${transform}"` : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><path fill="${INK}" d="M0 0h${side}v${side}H0z"/><path${where} fill="${PAPER}" d="${letter}"/></svg>`
}

async function draw(svg: string, size: number): Promise<Buffer> {
  // Rendered at four times the size and scaled down, because the renderer's own edges are rough.
  return sharp(Buffer.from(svg), { density: 72 })
    .resize(size * 4, size * 4)
    .resize(size, size)
    .png({ palette: true, compressionLevel: 9, effort: 10 })
    .toBuffer()
}

/** An .ico file with several sizes, for browsers that do not support the SVG icon. */
function icoFile(pictures: Array<{ size: number; png: Buffer }>): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  pictures.forEach(({ size, png }, index) => {
    const at = 6 + 16 * index
    head.writeUInt8(size, at)
    head.writeUInt8(size, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(png.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += png.length
  })
  return Buffer.concat([head, ...pictures.map(({ png }) => png)])
}

function save(name: string, content: string | Buffer) {
  writeFileSync(fileURLToPath(new URL(`../public/${name}`, import.meta.url)), content)
  console.log(`${name} ${content.length} bytes`)
}

save('favicon.svg', `${SMALL}\n`)
save(
  'favicon.ico',
  icoFile(
    await Promise.all([16, 32, 48].map(async (size) => ({ size, png: await draw(SMALL, size) }))),
  ),
)
save('apple-touch-icon.png', await draw(large(0.56), 180))
save('icon-192.png', await draw(large(0.56), 192))
save('icon-512.png', await draw(large(0.56), 512))
save('icon-maskable-512.png', await draw(large(0.46), 512))
