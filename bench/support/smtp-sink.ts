import net from 'node:net'
import { freePort } from '#test/support/free-port.ts'

/**
 * A mail server that accepts everything and stores nothing, but counts mails and bytes. Runs in a process of
 * its own.
 */
const port = await freePort()
let mails = 0
let bytes = 0

net
  .createServer((socket) => {
    let isLetter = false
    let rest = ''
    socket.setNoDelay(true)
    socket.on('error', () => {})
    socket.write('220 sink ESMTP\r\n')
    socket.on('data', (chunk) => {
      bytes += chunk.length
      rest += chunk.toString('latin1')
      for (;;) {
        if (isLetter) {
          const end = rest.indexOf('\r\n.\r\n')
          if (end < 0) {
            rest = rest.slice(-5)
            return
          }
          rest = rest.slice(end + 5)
          isLetter = false
          mails += 1
          socket.write('250 OK\r\n')
          continue
        }
        const end = rest.indexOf('\r\n')
        if (end < 0) return
        const line = rest.slice(0, end).toUpperCase()
        rest = rest.slice(end + 2)
        if (line.startsWith('EHLO')) socket.write('250-sink\r\n250 8BITMIME\r\n')
        else if (line === 'DATA') {
          isLetter = true
          socket.write('354 go on\r\n')
        } else if (line === 'QUIT') socket.end('221 bye\r\n')
        else socket.write('250 OK\r\n')
      }
    })
  })
  .listen(port, '127.0.0.1', () => process.send?.({ port }))

process.on('message', () => process.send?.({ mails, bytes }))
process.on('disconnect', () => process.exit(0))
