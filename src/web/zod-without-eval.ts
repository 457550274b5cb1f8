import { config } from 'zod'

// Zod compiles schemas with eval where it can; our content security policy forbids that, and the browser would
// report the attempt. Load this before any schema that is used in the browser: a schema tries as soon as it
// is created.
config({ jitless: true })
