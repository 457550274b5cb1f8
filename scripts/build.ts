// Builds what has changed: npm run build
import { buildHere } from '#scripts/building/product.ts'

await buildHere(process.argv.slice(2))
