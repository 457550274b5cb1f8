import { hash, verify } from '@node-rs/argon2'
import {
  PASSWORD_HASHES_AT_ONCE,
  PASSWORD_PARAMETERS,
} from '#app/accounts/server/passwords/passwords.ts'

// Verifies passwords for some seconds, as many in parallel as the product does.
const seconds = Number(process.argv[2])
const known = await hash('a-password-of-the-bench', PASSWORD_PARAMETERS)
const end = performance.now() + seconds * 1000
let done = 0

async function work() {
  while (performance.now() < end) {
    await verify(known, 'a-password-of-the-bench')
    done += 1
  }
}

const startedAt = performance.now()
await Promise.all(Array.from({ length: PASSWORD_HASHES_AT_ONCE }, work))
console.log((done / (performance.now() - startedAt)) * 1000)
