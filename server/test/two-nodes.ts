import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { vi } from 'vitest'
import { Browser } from './browser.ts'
import { endProcess, type NodeOwner, type NodeProcess, startNode } from './node-process.ts'

type Name = 'a' | 'b'

/** Two nodes as programs of their own on the database of a portal, behind HAProxy as deploy/ shows it. */
export interface TwoNodes {
  /** The public address of the portal. */
  origin: string
  /** A browser without cookies; at one of the nodes, or wherever the proxy leads it. */
  browser(node?: Name, headers?: Record<string, string>): Browser
  /** The same browser at another node: its cookies and its session go along. */
  moved(browser: Browser, node: Name): Browser
  /** A figure that both nodes count, added up. */
  figure(name: string): Promise<number>
  /** Ends a node as a power cut would. */
  kill(node: Name): Promise<void>
  stop(): Promise<void>
}

const root = path.resolve(import.meta.dirname, '../..')
const HAPROXY = '/usr/sbin/haproxy'
/** Tells HAProxy to use this node. */
const NODE_HEADER = 'x-test-node'

/**
 * `publicPort`: where the proxy listens; the portal's public address has to name it. `fall`: so many failed checks in a
 * row take a node out of service; by default more than in the example, so that a pause of the machine does not.
 */
export async function startTwoNodes(portal: NodeOwner, publicPort: number, { fall = 6 } = {}): Promise<TwoNodes> {
  if (!existsSync(HAPROXY)) throw new Error('These tests need HAProxy; on Debian: apt-get install haproxy')
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-nodes-'))
  const origin = `http://localhost:${publicPort}`
  const nodes = {
    a: await startNode(portal, { origin, folder: path.join(folder, 'a') }),
    b: await startNode(portal, { origin, folder: path.join(folder, 'b') }),
  }
  await writeFile(path.join(folder, 'haproxy.cfg'), await proxySettings(publicPort, nodes, fall))
  const proxy = spawn(HAPROXY, ['-db', '-f', path.join(folder, 'haproxy.cfg')], { stdio: 'ignore' })
  const browser: TwoNodes['browser'] = (node, headers = {}) =>
    new Browser(origin, { ...headers, ...(node ? { [NODE_HEADER]: node } : {}) })
  const isReady = async (name: Name) =>
    (await browser(name).request('GET', '/ccservices/secure/user/rest/db/signin/manifest')).headers.get('x-served-by')
  for (const name of ['a', 'b'] as const)
    await vi.waitFor(
      async () => {
        const by = await isReady(name)
        if (by !== name) throw new Error(`Node ${name} is not there yet: ${by ?? 'nobody'} answered`)
      },
      { timeout: 110_000, interval: 50 },
    )
  return {
    origin,
    browser,
    moved: (before, node) => {
      const after = browser(node)
      for (const [name, value] of before.cookies) after.cookies.set(name, value)
      return Object.assign(after, {
        sessionToken: before.sessionToken,
        csrfToken: before.csrfToken,
        userId: before.userId,
      })
    },
    figure: async (name) => {
      const read = async ({ opsPort }: NodeProcess) => {
        const text = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text()
        return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1])
      }
      return (await read(nodes.a)) + (await read(nodes.b))
    },
    kill: (node) => endProcess(nodes[node].process, 'SIGKILL'),
    stop: async () => {
      await Promise.all([proxy, nodes.a.process, nodes.b.process].map((one) => endProcess(one, 'SIGTERM')))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The example of deploy/, at the ports of this test, and able to ask the node that a test wants. */
async function proxySettings(publicPort: number, nodes: Record<Name, NodeProcess>, fall: number): Promise<string> {
  const example = await readFile(path.join(root, 'deploy/haproxy.cfg'), 'utf8')
  const ofTest = example
    // A pause of the machine must not look like two dead nodes.
    .replace('timeout check 2s', 'timeout check 20s')
    .replace('fall 2', `fall ${fall}`)
    .replace(/bind :443 .*/, `bind 127.0.0.1:${publicPort}`)
    .replaceAll(/server ([ab]) 10\.0\.0\.\d+:8080 check port 8081/g, (_, name: Name) => {
      const { port, opsPort } = nodes[name]
      return `use-server ${name} if { req.hdr(${NODE_HEADER}) -m str ${name} }\n  server ${name} 127.0.0.1:${port} check port ${opsPort}`
    })
    .replaceAll(/server ([ab])-unready 10\.0\.0\.\d+:8080/g, (_, name: Name) => {
      return `server ${name}-unready 127.0.0.1:${nodes[name].port}`
    })
  return ofTest.replace('default_backend nodes', '$&\n  http-response set-header x-served-by %s')
}
