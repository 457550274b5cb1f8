import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

// The least a Node server can do: sends the bytes of a file. Arguments: port, file, content type.
const [port = '0', file = '', contentType = ''] = process.argv.slice(2)
const body = readFileSync(file)

createServer((_request, response) => {
  response.writeHead(200, { 'content-type': contentType, 'content-length': body.length })
  response.end(body)
}).listen(Number(port), '127.0.0.1', () => console.log('listening'))
process.on('SIGTERM', () => process.exit(0))
