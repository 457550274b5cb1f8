import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

// A minimal Node server that sends the bytes of a file. Arguments: port, file, content type, encoding.
const [port = '0', file = '', contentType = '', encoding = ''] = process.argv.slice(2)
const body = readFileSync(file)
const headers = {
  'content-type': contentType,
  'content-length': body.length,
  ...(encoding ? { 'content-encoding': encoding } : {}),
}

createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(body)
}).listen(Number(port), '127.0.0.1', () => console.log('listening'))
process.on('SIGTERM', () => process.exit(0))
