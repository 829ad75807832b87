import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chart, helm, objectsIn, prepareHelm } from './test/helm.ts'

// A cluster that knows Deployments, as far as helm asks for them.

/** The Deployment of the release before; undefined: there is none. */
let deployment: { version: string; replicas: number } | undefined
let server: Server
let address: string

/** What the cluster has, by group: kind and plural. */
const kinds: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'apps/v1': { Deployment: 'deployments' },
  'batch/v1': { Job: 'jobs' },
  'networking.k8s.io/v1': { NetworkPolicy: 'networkpolicies' },
  'policy/v1': { PodDisruptionBudget: 'poddisruptionbudgets' },
  v1: { Service: 'services' },
}
const PLACE = '/apis/apps/v1/namespaces/default/deployments/portal-portico'

/** What a path of the cluster answers; undefined: it is not there. */
function answerOf(url: string): unknown {
  if (url === '/version') return { major: '1', minor: '34', gitVersion: 'v1.34.0' }
  if (url === '/api') return { kind: 'APIVersions', versions: ['v1'] }
  if (url === '/apis') {
    const groups = Object.keys(kinds).filter((each) => each.includes('/'))
    return { kind: 'APIGroupList', apiVersion: 'v1', groups: groups.map(groupOf) }
  }
  const list = kinds[url.replace(/^\/apis?\//, '')]
  if (list)
    return { kind: 'APIResourceList', groupVersion: url.replace(/^\/apis?\//, ''), resources: resourcesOf(list) }
  if (url !== PLACE || !deployment) return undefined
  const { version, replicas } = deployment
  const labels = { 'app.kubernetes.io/version': version, 'app.kubernetes.io/managed-by': 'Helm' }
  const annotations = { 'meta.helm.sh/release-name': 'portal', 'meta.helm.sh/release-namespace': 'default' }
  const metadata = { name: 'portal-portico', labels, annotations }
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata, status: replicas > 0 ? { replicas } : {} }
}

function groupOf(groupVersion: string) {
  const [name, version] = groupVersion.split('/')
  return { name, versions: [{ groupVersion, version }], preferredVersion: { groupVersion, version } }
}

const resourcesOf = (list: Readonly<Record<string, string>>) =>
  Object.entries(list).map(([kind, name]) => ({
    name,
    kind,
    singularName: '',
    namespaced: true,
    verbs: ['get', 'list'],
  }))

const NOT_FOUND = { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'NotFound', code: 404 }

beforeAll(async () => {
  await prepareHelm()
  server = createServer(({ url = '' }, response) => {
    const answer = answerOf(url.split('?', 1)[0] ?? '')
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? NOT_FOUND))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const ASKING = ['--dry-run=server', '--disable-openapi-validation']

/** What asks before the migration whether the nodes may go on serving. */
async function question(...values: string[]): Promise<unknown> {
  const file = path.join(chart, 'ci', 'object-storage-values.yaml')
  const set = values.flatMap((value) => ['--set', value])
  const { code, output } = await helm(['template', 'portal', chart, '-f', file, ...ASKING, ...set], address)
  if (code !== 0) throw new Error(output)
  const job = objectsIn(output).find(({ kind }) => kind === 'Job')
  expect(job?.metadata.annotations).toMatchObject({ 'helm.sh/hook': 'pre-install,pre-upgrade' })
  const template = job?.spec['template'] as { spec: { initContainers?: { command: string[] }[] } } | undefined
  return template?.spec.initContainers?.map(({ command }) => command.slice(-2))
}

test('who upgrades has the version that serves now asked for, before anything is migrated', async () => {
  deployment = { version: '0.1.7', replicas: 3 }
  expect(await question()).toEqual([['compatibility', '0.1.7']])
})

test('who has stopped every node, or installs for the first time, is asked nothing', async () => {
  deployment = { version: '0.1.7', replicas: 0 }
  expect(await question()).toBeUndefined()
  deployment = undefined
  expect(await question()).toBeUndefined()
})

test('who renders the chart without a cluster names the version', async () => {
  deployment = { version: '0.1.7', replicas: 3 }
  expect(await question('migration.servingVersion=0.1.9')).toEqual([['compatibility', '0.1.9']])
})
