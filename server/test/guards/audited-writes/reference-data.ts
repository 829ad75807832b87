import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import { type ReferenceSample, referenceSamples } from '../../reference-samples.ts'
import { type AuditedWrite, inSteps } from '../audited-write.ts'

/** The writes of one category of database maintenance. */
function writesOf({ category: { endpoints }, restore }: ReferenceSample): [string, AuditedWrite][] {
  const event = 'reference_data_changed'
  return Object.values(endpoints as Record<string, Endpoint>)
    .filter(({ method, name }) => method !== 'GET' && name !== restore.name)
    .map(({ name }): [string, AuditedWrite] => [name, { event }])
    .concat([[restore.name, inSteps(event)]])
}

export const referenceDataWrites: Readonly<Record<string, AuditedWrite>> = Object.fromEntries(
  referenceSamples.flatMap(writesOf),
)
