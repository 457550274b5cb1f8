import { buildSite } from './build.ts'

// Whether they may be there at all is for the configuration to say.
await buildSite({ hasDevTools: process.env.DEV_TOOLS === '1' })
await import('#app/main.ts')
