import { cpSync, rmSync } from 'node:fs'
import { buildProgram, runProgram } from '#scripts/building/program.ts'
import { copyDemoFolder } from '#test/support/demo-folder.ts'

// Serves the product as it is after its first start with the demo, in a folder that is deleted at the end.
const folder = process.env.DATA_DIR ?? ''
const restored = process.env.RESTORED_FOLDER
if (restored) cpSync(restored, folder, { recursive: true })
else await copyDemoFolder(folder)
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
await buildProgram()
await runProgram()
