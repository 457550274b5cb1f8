// Builds what has changed: npm run build
import { buildProduct } from '#scripts/building/product.ts'

await buildProduct({ hasDevTools: process.argv.includes('--with-devtools') })
