import { buildSite } from './build.ts'

await buildSite()
await import('#app/main.ts')
