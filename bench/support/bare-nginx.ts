import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findProgram } from '#scripts/tests/needs.ts'
import { freePort } from '#test/support/free-port.ts'

const PROGRAM = findProgram('nginx')

/**
 * Starts nginx with one process, as the product has, to send a file of this folder: the upper bound for any
 * server on this machine. Undefined if it is not installed.
 */
export async function startNginx(folder: string, name: string) {
  if (!PROGRAM) return
  const port = await freePort()
  const file = path.join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr crit;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; open_file_cache max=10;
  types { text/html html; application/json json; }
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  server { listen 127.0.0.1:${port}; location / { root ${folder}; try_files /${name} =404; } }
}`,
  )
  const child = spawn(PROGRAM, ['-c', file, '-p', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}/`
  while (!(await isThere(url))) await delay(50)
  return {
    url,
    pid: child.pid ?? 0,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}

function isThere(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
}
