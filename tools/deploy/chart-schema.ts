import type { Setting } from '../../server/src/config/setting.ts'
import { settings } from '../../server/src/config/settings.mjs'

// The schema of the chart's values. Its settings are those of the product.

/** What the chart sets by itself, and the demo, which the image has not. */
export const SET_BY_THE_CHART: readonly string[] = [
  'PORT',
  'PORTAL_OPS_PORT',
  'PORTAL_DATA_DIR',
  'PORTAL_PUBLIC_URL',
  'PORTAL_DEMO',
]

type Schema = Readonly<Record<string, unknown>>

const text = { type: 'string' }
const yesOrNo = { type: 'boolean' }
const count = (minimum: number) => ({ type: 'integer', minimum })
const list = { type: 'array', items: { type: 'object' } }
const map = { type: 'object', additionalProperties: text }
const anything = { type: 'object' }
const oneOf = (...words: string[]) => ({ enum: words })
const amount = { type: ['string', 'integer'], pattern: '^[0-9.]+([EPTGMk]i?|m)?$' }
const about = (description: string, schema: Schema) => ({ description, ...schema })

const object = (properties: Readonly<Record<string, Schema>>, required: readonly string[] = []) => ({
  type: 'object',
  additionalProperties: false,
  properties,
  ...(required.length > 0 ? { required } : {}),
})

const accessMode = oneOf('ReadWriteOnce', 'ReadWriteMany', 'ReadWriteOncePod')

const claimOf = (more: Readonly<Record<string, Schema>>) =>
  object({ existingClaim: text, accessMode, size: amount, storageClassName: text, ...more })

const plain = (settings as readonly Setting[]).filter(({ secret, name }) => !secret && !SET_BY_THE_CHART.includes(name))
const secret = (settings as readonly Setting[]).filter((each) => each.secret)

/** on and off without quotes are true and false to YAML, which no setting means. */
const settingSchema = ({ description, byDefault }: Setting): Schema => ({
  description: `${description} Default: ${byDefault}.`,
  type: ['string', 'integer'],
})

const secretSchema = ({ description }: Setting): Schema => ({
  description: `Where this is found. ${description}`,
  ...object(
    {
      secret: about('name of a Secret', { ...text, minLength: 1 }),
      key: about('key in it', { ...text, minLength: 1 }),
    },
    ['secret', 'key'],
  ),
})

const byName = (each: readonly Setting[], schemaOf: (setting: Setting) => Schema) =>
  object(Object.fromEntries(each.map((setting) => [setting.name, schemaOf(setting)])))

const workload = {
  image: object({
    repository: { ...text, minLength: 1 },
    tag: text,
    digest: { ...text, pattern: '^(sha256:[0-9a-f]{64})?$' },
    pullPolicy: oneOf('Always', 'IfNotPresent', 'Never'),
  }),
  imagePullSecrets: list,
  nameOverride: text,
  fullnameOverride: text,
  publicUrl: about('The address under which people open the portal.', {
    ...text,
    pattern: '^(https?://[^/?#@]+/?)?$',
  }),
  settings: byName(plain, settingSchema),
  secrets: byName(secret, secretSchema),
  extraEnv: list,
  extraVolumes: list,
  extraVolumeMounts: list,
  replicaCount: count(1),
  autoscaling: object({
    enabled: yesOrNo,
    minReplicas: count(1),
    maxReplicas: count(1),
    targetCPUUtilizationPercentage: { ...count(1), maximum: 100 },
  }),
  resources: anything,
  podSecurityContext: { type: ['object', 'null'] },
  serviceAccountName: text,
  podAnnotations: map,
  podLabels: map,
  priorityClassName: text,
  nodeSelector: map,
  tolerations: list,
  affinity: anything,
}

const around = {
  storage: object({ claim: claimOf({ enabled: yesOrNo }), tmpSize: amount }),
  migration: object({
    enabled: yesOrNo,
    servingVersion: { ...text, pattern: String.raw`^(\d+\.\d+\.\d+)?$` },
    deadlineSeconds: count(60),
    resources: anything,
  }),
  service: object({
    type: oneOf('ClusterIP', 'NodePort', 'LoadBalancer'),
    port: { ...count(1), maximum: 65_535 },
    annotations: map,
  }),
  ingress: object({ enabled: yesOrNo, className: text, annotations: map, tlsSecret: text }),
  networkPolicy: object({ enabled: yesOrNo, portalFrom: list, opsFrom: list }),
  monitoring: object({
    serviceMonitor: object({
      enabled: yesOrNo,
      interval: { ...text, pattern: String.raw`^\d+(ms|s|m)$` },
      labels: map,
    }),
    prometheusRule: object({ enabled: yesOrNo, labels: map }),
  }),
  backup: object({
    enabled: yesOrNo,
    schedule: { ...text, minLength: 9 },
    timeZone: { ...text, minLength: 1 },
    keep: count(1),
    deadlineSeconds: count(60),
    claim: claimOf({}),
    resources: anything,
    restoreTest: object({
      enabled: yesOrNo,
      schedule: { ...text, minLength: 9 },
      deadlineSeconds: count(60),
      resources: anything,
    }),
  }),
}

/** deploy/helm/portico/values.schema.json as text. */
export function chartSchema(): string {
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Values of the chart of Portico; npm run docs writes this file',
    ...object({ global: anything, ...workload, ...around }),
  }
  return `${JSON.stringify(schema, null, 2)}\n`
}
