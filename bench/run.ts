import { buildSite } from '#scripts/build.ts'

// Printed, never asserted: `npm run bench` for all, `npm run bench -- feed scale` for some.
const benches: Record<string, () => Promise<void>> = {
  feed: async () => (await import('./feed.ts')).benchFeed(),
  render: async () => (await import('./render.ts')).benchRender(),
  scale: async () => (await import('./scale.ts')).benchScale(),
  visit: async () => (await import('./visit.ts')).benchVisit(),
  start: async () => (await import('./start.ts')).benchStart(),
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in benches))
if (unknown.length > 0) {
  console.error(
    `There is no bench named ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}.`,
  )
  process.exit(2)
}
await buildSite()
for (const [name, bench] of Object.entries(benches)) {
  if (asked.length === 0 || asked.includes(name)) await bench()
}
