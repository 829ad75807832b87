import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { inRoot } from '../tools/lib/runtime.mjs'

/** Where a node listens. */
export interface NodePlace {
  port: number
  opsPort: number
}

/** HAProxy before the nodes, by the file of deploy/, without TLS. */
export function startProxy(folder: string, port: number, places: readonly NodePlace[]): ChildProcess {
  const file = path.join(folder, 'haproxy.cfg')
  writeFileSync(file, proxySettings(port, places))
  return spawn('/usr/sbin/haproxy', ['-db', '-f', file], { stdio: 'ignore' })
}

function proxySettings(port: number, places: readonly NodePlace[]): string {
  const servers = places.map((place, at) => `  server n${at} 127.0.0.1:${place.port} check port ${place.opsPort}`)
  const unready = places.map((place, at) => `  server n${at}-unready 127.0.0.1:${place.port} backup no-check`)
  return readFileSync(inRoot('deploy', 'haproxy.cfg'), 'utf8')
    .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`)
    .replace(/( {2}server \w+ 10\.0\.0\.\d+:8080 check port 8081\n)+/, `${servers.join('\n')}\n`)
    .replace(/( {2}server [\w-]+ 10\.0\.0\.\d+:8080 backup no-check\n)+/, `${unready.join('\n')}\n`)
}

/** Waits until an address answers through the proxy. */
export async function untilOpen(url: string): Promise<void> {
  for (let waited = 0; waited < 60_000; waited += 50) {
    if ((await fetch(url).catch(() => undefined))?.ok) return
    await delay(50)
  }
  throw new Error(`${url} does not answer`)
}
