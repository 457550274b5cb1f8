import { config } from 'zod'

// Zod would make code from text where it may; the content security policy says it may not, and the
// browser would report the attempt. Load this before any schema that is used in the browser: a
// schema tries as soon as it is made.
config({ jitless: true })
