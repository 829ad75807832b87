import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connect } from 'node:net'
import { vi } from 'vitest'
import type { Certificate } from './certificate.ts'
import { freePort } from './free-port.ts'

const PROGRAM = '/usr/sbin/rsyslogd'

/** An rsyslog server, which writes what it takes to a file. */
export interface Rsyslog {
  port: number
  start: () => Promise<void>
  /** Ends it as a power cut would. */
  kill: () => Promise<void>
  /** What it has taken, each message with the fields that it read from its head. */
  messages: () => { host: string; app: string; id: string; facility: string; json: unknown }[]
  close: () => Promise<void>
}

const configuration = (folder: string, port: number, isEncrypted: boolean) => `
global(workDirectory="${folder}" maxMessageSize="64k"${
  isEncrypted
    ? ` defaultNetstreamDriverCAFile="${folder}/cert.pem" defaultNetstreamDriverCertFile="${folder}/cert.pem" defaultNetstreamDriverKeyFile="${folder}/key.pem"`
    : ''
})
module(load="imtcp"${isEncrypted ? ' streamDriver.name="gtls" streamDriver.mode="1" streamDriver.authMode="anon"' : ''})
template(name="fields" type="string" string="%hostname% %app-name% %msgid% %syslogfacility-text% %msg%\\n")
ruleset(name="taken") { action(type="omfile" file="${folder}/taken" template="fields") }
input(type="imtcp" port="${port}" address="127.0.0.1" ruleset="taken")
`

/** Makes a server of its own, which is not started yet. */
export async function makeRsyslog(certificate?: Certificate): Promise<Rsyslog> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-rsyslog-'))
  const port = await freePort()
  if (certificate) {
    await writeFile(path.join(folder, 'cert.pem'), certificate.cert)
    await writeFile(path.join(folder, 'key.pem'), certificate.key)
  }
  const settings = path.join(folder, 'rsyslog.conf')
  await writeFile(settings, configuration(folder, port, certificate !== undefined))
  let child: ChildProcess | undefined
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return {
    port,
    start: async () => {
      await rm(path.join(folder, 'pid'), { force: true })
      child = spawn(PROGRAM, ['-n', '-f', settings, '-i', path.join(folder, 'pid')], { stdio: 'ignore' })
      await vi.waitUntil(() => isOpen(port), { timeout: 30_000, interval: 50 })
    },
    kill,
    messages: () => linesOf(path.join(folder, 'taken')).map(fieldsOf),
    close: async () => {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').slice(0, -1)
  } catch {
    return []
  }
}

function fieldsOf(line: string) {
  const [, host = '', app = '', id = '', facility = '', json = 'null'] =
    /^(\S+) (\S+) (\S+) (\S+) ?(\{.*\})$/.exec(line) ?? []
  return { host, app, id, facility, json: JSON.parse(json) as unknown }
}
