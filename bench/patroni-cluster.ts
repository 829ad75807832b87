import { type ChildProcess, execFile, spawn } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { inRoot } from '../tools/lib/runtime.mjs'
import { freePort } from './postgres.ts'

export type Member = 'db1' | 'db2'
const members = ['db1', 'db2'] as const
const SECRET = 'for-this-run-only'
const PROGRAMS = ['/usr/bin/patroni', '/usr/bin/patronictl', '/usr/bin/etcd', '/usr/sbin/haproxy']

/** Two servers under Patroni with three etcd members, as deploy/ha shows them, on this machine. */
export interface PatroniCluster {
  /** For DATABASE_URL: both servers, or the proxy before them. */
  url(through: 'hosts' | 'proxy'): string
  /** For PORTAL_DATABASE_REPLICA_URL: both servers. */
  replicaUrl: string
  /** Makes a checkpoint of the primary, and then one of its standby. */
  checkpoint(primary: Member): Promise<void>
  /** The primary, once a synchronous standby streams from it. */
  healthy(seconds: number): Promise<Member>
  /** Processes of a member: of PostgreSQL alone, or with Patroni. */
  processes(member: Member, withPatroni: boolean): number[]
  /** Starts the Patroni of a member that was killed. */
  revive(member: Member): void
  switchover(from: Member, to: Member): Promise<void>
  stop(): Promise<void>
}

interface Node {
  readonly home: string
  readonly data: string
  readonly port: number
  readonly rest: number
  patroni?: ChildProcess
}

const owner = (): { uid: number; gid: number } | object => {
  if (process.getuid?.() !== 0) return {}
  const [, , uid, gid] =
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((line) => line.startsWith('postgres:'))
      ?.split(':') ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

/** @param ttl seconds of the leader lock */
export async function startPatroniCluster({ ttl }: { ttl: number }): Promise<PatroniCluster> {
  const absent = PROGRAMS.filter((program) => !existsSync(program))
  if (absent.length > 0)
    throw new Error(
      `${absent.join(', ')} missing: apt-get install -y --no-install-recommends postgresql patroni etcd-server haproxy`,
    )
  const who = owner()
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-ha-'))
  if ('uid' in who) chownSync(folder, who.uid, who.gid)
  const started: ChildProcess[] = []
  const launch: Launch = (name, program, ...args) => {
    const log = openSync(path.join(folder, `${name}.log`), 'a')
    const env = { PATH: '/usr/bin:/bin:/usr/sbin', LANG: 'C.UTF-8', HOME: folder }
    const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', log, log], ...who })
    started.push(child)
    return child
  }
  const etcd = await startEtcd(folder, launch)
  const node = async (name: Member): Promise<Node> => {
    const home = path.join(folder, name)
    mkdirSync(home)
    if ('uid' in who) chownSync(home, who.uid, who.gid)
    const place = { home, data: path.join(home, 'data'), port: await freePort(), rest: await freePort() }
    writeFileSync(path.join(home, 'patroni.yml'), settingsOf(name, place, etcd, ttl))
    return place
  }
  const nodes = { db1: await node('db1'), db2: await node('db2') }
  const proxyPort = await freePort()
  writeFileSync(path.join(folder, 'haproxy.cfg'), proxySettings(proxyPort, nodes))
  launch('haproxy', '/usr/sbin/haproxy', '-db', '-f', path.join(folder, 'haproxy.cfg'))
  const cluster = clusterOf(nodes, launch, proxyPort)
  const stop = async () => {
    for (const name of members) signal(cluster.processes(name, true), 'SIGKILL')
    for (const child of started) child.kill('SIGKILL')
    await delay(500)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    for (const name of members) cluster.revive(name)
    const primary = await cluster.healthy(120)
    await asSuperuser(loginAt(`127.0.0.1:${nodes[primary].port}`), 'create database portal')
    return { ...cluster, stop }
  } catch (error) {
    for (const name of members)
      console.error(readFileSync(path.join(folder, `patroni-${name}.log`), 'utf8').slice(-2_000))
    await stop()
    throw error
  }
}

const loginAt = (place: string, database = 'postgres') => `postgres://postgres:${SECRET}@${place}/${database}`

function clusterOf(
  nodes: Readonly<Record<Member, Node>>,
  launch: Launch,
  proxyPort: number,
): Omit<PatroniCluster, 'stop'> {
  const hosts = members.map((name) => `127.0.0.1:${nodes[name].port}`).join(',')
  return {
    url: (through) => {
      const place = through === 'hosts' ? hosts : `127.0.0.1:${proxyPort}`
      return `${loginAt(place, 'portal')}?target_session_attrs=read-write`
    },
    replicaUrl: loginAt(hosts, 'portal'),
    checkpoint: async (primary) => {
      for (const name of [primary, ...members.filter((member) => member !== primary)])
        await asSuperuser(loginAt(`127.0.0.1:${nodes[name].port}`), 'checkpoint')
    },
    healthy: (seconds) => untilHealthy(nodes, seconds),
    processes: (name, withPatroni) => {
      const { data, patroni } = nodes[name]
      const file = path.join(data, 'postmaster.pid')
      const postmaster = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
      return [...new Set([...(withPatroni ? withChildren(patroni?.pid ?? 0) : []), ...withChildren(postmaster)])]
    },
    revive: (name) => {
      const settings = path.join(nodes[name].home, 'patroni.yml')
      nodes[name].patroni = launch(`patroni-${name}`, '/usr/bin/patroni', settings)
    },
    switchover: async (from, to) => {
      const settings = path.join(nodes[from].home, 'patroni.yml')
      const change = ['switchover', '--master', from, '--candidate', to, '--force']
      await promisify(execFile)('/usr/bin/patronictl', ['-c', settings, ...change], {
        env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
      })
    },
  }
}

type Launch = (name: string, program: string, ...args: string[]) => ChildProcess

/** Starts three members with the settings of deploy/ha; returns their addresses. */
async function startEtcd(folder: string, launch: Launch): Promise<string> {
  const example = readFileSync(inRoot('deploy', 'ha', 'etcd.conf.yml'), 'utf8')
  const places = await Promise.all(
    [1, 2, 3].map(async (number) => ({ number, client: await freePort(), peer: await freePort() })),
  )
  for (const { number, client, peer } of places) {
    const file = path.join(folder, `etcd${number}.yml`)
    const list = places.map((one) => `etcd${one.number}=http://127.0.0.1:${one.peer}`).join(',')
    const own = example
      .replace(/^initial-cluster:.*$/m, `initial-cluster: ${list}`)
      .replaceAll('http://10.0.0.31:2379', `http://127.0.0.1:${client}`)
      .replaceAll('http://10.0.0.31:2380', `http://127.0.0.1:${peer}`)
      .replace('name: etcd1', `name: etcd${number}`)
      .replace('/var/lib/etcd/portico', path.join(folder, `etcd${number}`))
    writeFileSync(file, own)
    launch(`etcd${number}`, '/usr/bin/etcd', '--config-file', file)
  }
  return places.map(({ client }) => `127.0.0.1:${client}`).join(',')
}

/** The example of deploy/ha at the ports of this run. No watchdog: it would end this machine. */
function settingsOf(name: Member, { home, data, port, rest }: Node, etcd: string, ttl: number): string {
  return (
    readFileSync(inRoot('deploy', 'ha', 'patroni.yml'), 'utf8')
      .replace('name: db1', `name: ${name}`)
      .replaceAll('10.0.0.21:8008', `127.0.0.1:${rest}`)
      .replaceAll('10.0.0.21:5432', `127.0.0.1:${port}`)
      .replace('10.0.0.31:2379,10.0.0.32:2379,10.0.0.33:2379', etcd)
      // All on one machine, without certificates.
      .replaceAll(/10\.0\.0\.\d+\/32/g, '127.0.0.1/32')
      .replaceAll('hostssl ', 'host ')
      .replace('ssl: "on"', 'ssl: "off"')
      .replaceAll(/^ +ssl_(?:cert|key)_file: .*\n/gm, '')
      .replace('/var/lib/postgresql/15/portico', data)
      .replace('/var/lib/postgresql/.pgpass-patroni', path.join(home, 'pgpass'))
      .replace('unix_socket_directories: /var/run/postgresql', `unix_socket_directories: ${home}`)
      .replaceAll(/(SUPERUSER|REPLICATION|REWIND|REST_API)_PASSWORD/g, SECRET)
      .replace('ttl: 12', `ttl: ${ttl}`)
      .replace('wal_keep_size: 1GB', 'wal_keep_size: 64MB')
      .replace('mode: required', 'mode: "off"')
  )
}

function proxySettings(port: number, nodes: Readonly<Record<Member, Node>>): string {
  return readFileSync(inRoot('deploy', 'ha', 'haproxy.cfg'), 'utf8')
    .replace('bind 10.0.0.41:5000', `bind 127.0.0.1:${port}`)
    .replaceAll(/server (db[12]) 10\.0\.0\.\d+:5432 check port 8008/g, (_, name: Member) => {
      return `server ${name} 127.0.0.1:${nodes[name].port} check port ${nodes[name].rest}`
    })
}

async function asSuperuser(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query(text)).rows as unknown[]
  } finally {
    void client.end().catch(() => undefined)
  }
}

async function untilHealthy(nodes: Readonly<Record<Member, Node>>, seconds: number): Promise<Member> {
  const streams =
    "select where not pg_is_in_recovery() and exists (select from pg_stat_replication where sync_state in ('sync', 'quorum'))"
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await delay(300))
    for (const name of members) {
      const isLeader = await fetch(`http://127.0.0.1:${nodes[name].rest}/primary`, {
        signal: AbortSignal.timeout(1_000),
      }).then(
        ({ status }) => status === 200,
        () => false,
      )
      if (isLeader && (await asSuperuser(loginAt(`127.0.0.1:${nodes[name].port}`), streams).catch(() => [])).length > 0)
        return name
    }
  throw new Error(`No primary with a synchronous standby within ${seconds} s`)
}

/** A process and all that it started. */
function withChildren(root: number): number[] {
  const parents = readdirSync('/proc').flatMap((pid) => {
    try {
      return /^\d+$/.test(pid)
        ? [[Number(pid), Number(/\) \w (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1])] as const]
        : []
    } catch {
      return []
    }
  })
  if (root === 0) return []
  const all = [root]
  for (const parent of all) all.push(...parents.filter(([, of]) => of === parent).map(([pid]) => pid))
  return all.filter((pid) => pid > 1)
}

export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, name)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
}
