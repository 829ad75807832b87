import type { GrantSources } from '@portico/contract/users/grant-sources.ts'
import type { GrantSource } from './source-grants.ts'

/** What gives something to a user besides an administrator. */
export interface GivingSources {
  groupNames: string[]
  sets: { name: string; version: number }[]
}

/** The sources that give an application, or a page of it: each once. */
export function givingSources(sources: readonly GrantSource[], isGiven: (one: GrantSource) => boolean): GivingSources {
  const giving = new Map(sources.filter(isGiven).map((one) => [`${one.kind} ${one.sourceId}`, one]))
  const each = [...giving.values()]
  return {
    groupNames: each.flatMap(({ kind, name }) => (kind === 'group' ? [name] : [])),
    sets: each.flatMap(({ name, version }) => (version === null ? [] : [{ name, version }])),
  }
}

/** The groups and permission sets that give something, as calls name them. */
export const sourcesView = ({ groupNames, sets }: GivingSources): GrantSources => ({
  ...(groupNames.length > 0 && { groupNms: groupNames }),
  ...(sets.length > 0 && { permissionSets: sets.map(({ name, version }) => ({ setNm: name, versionNr: version })) }),
})
