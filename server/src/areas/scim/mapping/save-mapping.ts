import {
  attributeDefaults,
  type AttributePaths,
  isDefaultPath,
  type MappedField,
  mappedFields,
} from '@portico/contract/scim/directory-attributes.ts'
import type { Db } from '../../../db/database.ts'
import { Answer, type FieldIssue, refuse, refuseIssues } from '../../../http/answers.ts'
import { adminScope } from '../../../http/authority.ts'
import type { CallContext } from '../../../http/caller.ts'
import { type Message, sentences } from '../../../http/sentences.ts'
import { auditChange } from '../../audit/public.ts'
import { administersClient } from '../access/administers-client.ts'
import type { ChosenPaths } from './attribute-mapping.ts'
import { type PathProblem, readAttributePath } from './attribute-path.ts'
import { addMapping, lockMappings, readMappings } from './mapping-store.ts'

const sentenceOf = (problem: PathProblem, field: MappedField): Message => {
  const example = attributeDefaults[field]
  if (problem === 'syntax') return sentences.directory_attribute_syntax({ example })
  if (problem === 'no-text') return sentences.directory_attribute_no_text({ example })
  return problem === 'read-only' ? sentences.directory_attribute_read_only : sentences.directory_attribute_unknown
}

/** The paths that were chosen, without those that fill a field anyway, and what is wrong with others. */
export function readChosenPaths(entered: AttributePaths): { paths: ChosenPaths; issues: FieldIssue[] } {
  const chosen = mappedFields
    .map((field) => ({ field, path: entered[field].trim() }))
    .filter(({ field, path }) => path !== '' && !isDefaultPath(field, path))
  const issues = chosen.flatMap(({ field, path }) => {
    const read = readAttributePath(path)
    return typeof read === 'string' ? [{ field, message: sentenceOf(read, field) }] : []
  })
  return { paths: Object.fromEntries(chosen.map(({ field, path }) => [field, path])), issues }
}

/** Adds a version of the mapping of a client, which counts for what its directory sends from now on. */
export async function saveMapping(
  { db }: { db: Db },
  call: CallContext,
  clientId: number,
  { version, ...entered }: AttributePaths & { version: number },
) {
  const { paths, issues } = readChosenPaths(entered)
  return db.transact(adminScope(call.caller), async (tx) => {
    if (!(await administersClient(tx, call.caller, clientId))) return refuse('404', sentences.not_found)
    if (issues.length > 0) return refuseIssues(issues)
    await lockMappings(tx, clientId)
    const { now } = await readMappings(tx, clientId)
    if (now.version !== version) return refuse('409', sentences.directory_attributes_stale)
    const target = { event: 'directory_attributes_changed', kind: 'client', id: clientId, clientId } as const
    if (auditChange(tx, call, target, { ...now.paths }, { ...paths }))
      addMapping(tx, clientId, { version: version + 1, paths }, call.caller.user.id)
    return new Answer(null, { message: sentences.directory_attributes_saved })
  })
}
