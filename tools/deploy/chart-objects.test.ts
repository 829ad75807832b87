import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { run } from '../lib/runtime.mjs'
import { SET_BY_THE_CHART } from './chart-schema.ts'
import { commandNames, isRead, manifest, plainSettings, readText, secretSettings } from './product-tables.ts'
import { chart, faultsOf, helm, type KubernetesObject, objectsIn, prepareHelm, unknownFields } from './test/helm.ts'

const valueFiles = readdirSync(path.join(chart, 'ci'))

/** All objects of each file of values. */
const rendered = new Map<string, KubernetesObject[]>()

beforeAll(async () => {
  await prepareHelm()
  for (const file of valueFiles) {
    const { code, output } = await helm(['template', 'portal', chart, '-f', path.join(chart, 'ci', file)])
    if (code !== 0) throw new Error(output)
    rendered.set(file, objectsIn(output))
  }
})

const all = () => [...rendered.values()].flat()
const ofKind = (kind: string, file = 'everything-values.yaml') =>
  rendered.get(file)?.filter((each) => each.kind === kind) ?? []

interface Container {
  name: string
  command: string[]
  env: { name: string; value: string }[]
  ports?: { name: string; containerPort: number }[]
  securityContext: Record<string, unknown>
  volumeMounts: { name: string; mountPath: string }[]
  lifecycle?: { preStop: { exec: { command: string[] } } }
  [probe: `${string}Probe`]: { httpGet: { path: string; port: string } }
}
interface Pod {
  containers: Container[]
  initContainers?: Container[]
  volumes: { name: string; projected?: { sources: { secret: { items: { path: string }[] } }[] } }[]
  enableServiceLinks: boolean
  terminationGracePeriodSeconds?: number
}
interface PodOwner {
  template?: { spec: Pod; metadata: { labels: Record<string, string> } }
  jobTemplate?: { spec: { template: PodOwner['template'] } }
}

const podsOf = (objects: readonly KubernetesObject[]) =>
  objects.flatMap(({ spec }) => {
    const { template, jobTemplate } = spec as PodOwner
    return template ?? jobTemplate?.spec.template ?? []
  })
const containers = () =>
  podsOf(all()).flatMap(({ spec }) =>
    [...spec.containers, ...(spec.initContainers ?? [])].map((one) => ({ one, spec })),
  )

describe('who installs the chart', () => {
  test('finds six files of values that helm takes without a complaint', async () => {
    expect(valueFiles).toHaveLength(6)
    for (const file of valueFiles) {
      const { code, output } = await helm(['lint', '--strict', chart, '-f', path.join(chart, 'ci', file)])
      expect({ file, code, output }).toMatchObject({ code: 0, output: expect.stringContaining('0 chart(s) failed') })
    }
  })

  test('gives the cluster objects whose every value and field Kubernetes knows', async () => {
    for (const [file, objects] of rendered) {
      expect({ file, isFew: objects.length < 4 }).toEqual({ file, isFew: false })
      for (const object of objects)
        expect({ file, kind: object.kind, faults: await faultsOf(object) }).toMatchObject({ faults: [] })
    }
    expect(await unknownFields(all())).toBe('')
    const kinds = new Set(all().map(({ kind }) => kind))
    expect([...kinds].toSorted()).toEqual([
      'CronJob',
      'Deployment',
      'HorizontalPodAutoscaler',
      'Ingress',
      'Job',
      'NetworkPolicy',
      'PersistentVolumeClaim',
      'PodDisruptionBudget',
      'PrometheusRule',
      'Service',
      'ServiceMonitor',
    ])
  })

  test('is told by Kubernetes’ own schema of a wrong value, and of a field that it does not know', async () => {
    const [object] = ofKind('Deployment')
    const spec = { ...object?.spec, replicas: 'two' }
    expect(await faultsOf({ ...(object as KubernetesObject), spec })).toEqual([expect.stringContaining('replicas')])
    const misspelt = { ...(object as KubernetesObject), spec: { ...object?.spec, minReadySecond: 1 } }
    expect(await unknownFields([misspelt])).toContain('minReadySecond')
  })

  test('gets the version of the product', () => {
    const { version, appVersion } = parse(readText('deploy/helm/portico/Chart.yaml')) as Record<string, string>
    expect({ version, appVersion }).toEqual({ version: manifest.version, appVersion: manifest.version })
  })
})

describe('the pods of the chart', () => {
  test('run commands that the product has, as the image does', () => {
    const [image = '[]'] = readText('deploy/Dockerfile').match(/(?<=^CMD ).*$/m) ?? []
    const ran = new Set<string>()
    for (const { one } of containers()) {
      const line = one.command[0] === 'sh' ? (one.command.at(-1) ?? '').split(/[\n ]/) : one.command
      const at = line.indexOf('server/dist/main.js')
      ran.add(line[at + 1] ?? '')
    }
    const serving = containers().filter(({ one }) => one.name === 'portal')
    for (const { one } of serving) expect(one.command).toEqual(JSON.parse(image))
    expect([...ran].toSorted()).toEqual(['backup', 'compatibility', 'migrate', 'restore', 'serve'])
    expect([...ran].filter((name) => !commandNames.includes(name))).toEqual([])
  })

  test('set variables that the product reads, each secret by a file that is mounted', () => {
    for (const { one, spec } of containers()) {
      const set = one.env.map(({ name }) => name)
      expect(set.filter((name) => !isRead(name) || secretSettings.includes(name))).toEqual([])
      const mount = one.volumeMounts.find(({ name }) => name === 'secrets')?.mountPath ?? ''
      const items = spec.volumes
        .flatMap(({ projected }) => projected?.sources ?? [])
        .flatMap(({ secret }) => secret.items)
      expect(one.env.filter(({ name }) => name.endsWith('_FILE')).map(({ value }) => value)).toEqual(
        items.map((item) => `${mount}/${item.path}`),
      )
    }
  })

  test('are not told of services by variables, of which the portal would refuse PORTAL_PORT', () => {
    expect(containers().filter(({ spec }) => spec.enableServiceLinks)).toEqual([])
  })

  test('are asked for health on the port and the paths of the ops server', () => {
    const paths = [...readText('server/src/ops/ops-server.ts').matchAll(/'(\/[a-z]+z|\/metrics)',/g)].map(
      ([, found]) => found,
    )
    const exposed = /^EXPOSE (\d+) (\d+)$/m.exec(readText('deploy/Dockerfile'))
    for (const { one } of containers().filter((each) => each.one.name === 'portal')) {
      expect(one.ports?.map(({ containerPort }) => String(containerPort))).toEqual(exposed?.slice(1))
      const env = Object.fromEntries(one.env.map(({ name, value }) => [name, value]))
      expect([env['PORT'], env['PORTAL_OPS_PORT']]).toEqual(exposed?.slice(1))
      for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const) {
        expect(one[probe]?.httpGet.port).toBe('ops')
        expect(paths).toContain(one[probe]?.httpGet.path)
      }
    }
    const endpoints = ofKind('ServiceMonitor')[0]?.spec['endpoints'] as { path: string; port: string }[]
    expect(endpoints).toMatchObject([{ path: '/metrics', port: 'ops' }])
    expect(paths).toContain('/metrics')
  })

  test('may write their volumes alone, and have no rights', () => {
    for (const { one } of containers())
      expect(one.securityContext).toMatchObject({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        runAsNonRoot: true,
        capabilities: { drop: ['ALL'] },
      })
  })

  test('get the time to end what runs', () => {
    const hardStop = Number(/hardStopMs = (\d+)_000/.exec(readText('server/src/ops/graceful-stop.ts'))?.[1])
    const [pod] = podsOf(ofKind('Deployment'))
    const wait = Number(pod?.spec.containers[0]?.lifecycle?.preStop.exec.command.at(-1))
    expect(pod?.spec.terminationGracePeriodSeconds).toBeGreaterThan(wait + hardStop)
  })

  test('serve only where they are nodes: those of jobs are in no service and under no budget', () => {
    const selectors = [
      ...ofKind('Service').map(({ spec }) => spec['selector']),
      ...ofKind('PodDisruptionBudget').map(({ spec }) => (spec['selector'] as Record<string, unknown>)['matchLabels']),
    ]
    expect(selectors).toHaveLength(3)
    for (const selector of selectors) expect(selector).toMatchObject({ 'app.kubernetes.io/component': 'node' })
    const components = podsOf(ofKind('Job'))
      .concat(podsOf(ofKind('CronJob')))
      .map(({ metadata }) => metadata.labels['app.kubernetes.io/component'])
    expect(components).toEqual(['migration', 'backup', 'restore-test'])
  })
})

test('a backup that fails removes no whole one, and its exit code is that of the job', async () => {
  const [pod] = podsOf(ofKind('CronJob'))
  const script = pod?.spec.containers[0]?.command.at(-1) ?? ''
  const keep = Number(/head -n -(\d+)/.exec(script)?.[1])
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-backups-'))
  try {
    const make = (name: string, isWhole: boolean) => {
      mkdirSync(path.join(folder, name))
      if (isWhole) writeFileSync(path.join(folder, name, 'manifest.json'), '{}')
    }
    const whole = Array.from({ length: keep + 2 }, (_, index) => `2026-01-${String(10 + index)}T02-30-00Z`)
    for (const name of whole) make(name, true)
    for (const name of ['2026-02-01T02-30-00Z', '2026-02-02T02-30-00Z']) make(name, false)
    const longAgo = new Date(Date.now() - 2 * 86_400_000)
    utimesSync(path.join(folder, '2026-02-01T02-30-00Z'), longAgo, longAgo)
    const program = path.join(folder, 'node')
    writeFileSync(program, '#!/bin/sh\nexit 7\n', { mode: 0o755 })
    const env = { PATH: `${folder}:${process.env['PATH']}` }
    const { code } = await run('/bin/sh', ['-ec', script.replaceAll('/backups', folder)], { env })
    expect(code).toBe(7)
    expect(readdirSync(folder)).toEqual([...whole.slice(2), '2026-02-02T02-30-00Z', 'node'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the newest whole backup is tried, and where there is none the job fails', async () => {
  const pod = podsOf(ofKind('CronJob')).find(
    ({ metadata }) => metadata.labels['app.kubernetes.io/component'] === 'restore-test',
  )
  const script = pod?.spec.containers[0]?.command.at(-1) ?? ''
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-backups-'))
  try {
    writeFileSync(path.join(folder, 'node'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 })
    const env = { PATH: `${folder}:${process.env['PATH']}` }
    const tried = () => run('/bin/sh', ['-ec', script.replaceAll('/backups', folder)], { env })
    expect(await tried()).toMatchObject({ code: 1, output: expect.stringContaining('There is no backup to try.') })
    for (const name of ['2026-01-10T02-30-00Z', '2026-01-11T02-30-00Z', '2026-01-12T02-30-00Z'])
      mkdirSync(path.join(folder, name))
    for (const name of ['2026-01-10T02-30-00Z', '2026-01-11T02-30-00Z'])
      writeFileSync(path.join(folder, name, 'manifest.json'), '{}')
    const { code, output } = await tried()
    expect({ code, output: output.trim() }).toEqual({
      code: 0,
      output: `server/dist/main.js restore ${folder}/2026-01-11T02-30-00Z --check`,
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('every setting of the product can be given, but those that the chart sets by itself', () => {
  const { properties } = JSON.parse(readText('deploy/helm/portico/values.schema.json')) as {
    properties: Record<'settings' | 'secrets', { properties: object }>
  }
  expect(Object.keys(properties.settings.properties)).toEqual(
    plainSettings.filter((name) => !SET_BY_THE_CHART.includes(name)),
  )
  expect(Object.keys(properties.secrets.properties)).toEqual(secretSettings)
  const [pod] = podsOf(ofKind('Deployment', 'object-storage-values.yaml'))
  const set = pod?.spec.containers[0]?.env.map(({ name }) => name) ?? []
  expect(SET_BY_THE_CHART.filter((name) => !set.includes(name))).toEqual(['PORTAL_DEMO'])
})

test('health and metrics are open to those that are named, and to nobody where none is', () => {
  const rules = (file?: string) =>
    ofKind('NetworkPolicy', file)[0]?.spec['ingress'] as { ports: { port: string }[]; from?: unknown }[]
  expect(rules('object-storage-values.yaml').map(({ ports }) => ports[0]?.port)).toEqual(['http'])
  expect(rules().map(({ ports, from }) => ({ port: ports[0]?.port, isOpen: from === undefined }))).toEqual([
    { port: 'http', isOpen: false },
    { port: 'ops', isOpen: false },
  ])
})

describe('bad values', () => {
  const given = (...values: string[]) =>
    helm([
      'template',
      'portal',
      chart,
      '-f',
      path.join(chart, 'ci', 'one-node-values.yaml'),
      ...values.flatMap((one) => ['--set', one]),
    ])

  test.each([
    ['publicUrl=', 'publicUrl is required'],
    ['publicUrl=https://portal.example.com/portal', '/publicUrl'],
    ['replicaCount=2', 'storage.claim.accessMode ReadWriteOnce is for one node'],
    ['storage.claim.enabled=false', 'Documents have no place'],
    ['settings.PORTAL_API_DOCS=true', "/settings/PORTAL_API_DOCS': got boolean, want"],
    ['settings.PORTAL_DEMO=on', "additional properties 'PORTAL_DEMO' not allowed"],
    ['settings.DATABASE_URL=postgres://a/b', "additional properties 'DATABASE_URL' not allowed"],
    ['image.digest=18-bookworm', '/image/digest'],
    ['replicas=2', "additional properties 'replicas' not allowed"],
  ])('%s is refused, by the name of what is wrong', async (value, said) => {
    expect(await given(value)).toMatchObject({ code: 1, output: expect.stringContaining(said) })
  })

  test('without the place of a secret that every portal has, the chart names it', async () => {
    const address = ['--set', 'publicUrl=https://portal.example.com']
    const { output } = await helm(['template', 'portal', chart, ...address])
    expect(output).toContain('secrets.DATABASE_URL is required')
  })
})
