import type { grantSourceTexts } from '@portico/contract/users/grant-source-texts.ts'
import type { GrantSources } from '@portico/contract/users/grant-sources.ts'
import { formatMessage, type Texts } from '../api/texts.ts'

type SourceTexts = Texts<typeof grantSourceTexts>

/** What gives something to a user besides an administrator: 'by set Accounting clerk v3', 'by group fin-all'. */
export const sourceWords = ({ groupNms = [], permissionSets = [] }: GrantSources, t: SourceTexts): string[] => [
  ...permissionSets.map(({ setNm: set, versionNr }) =>
    formatMessage(t.permission_by_set, { set, version: String(versionNr) }),
  ),
  ...groupNms.map((group) => formatMessage(t.permission_by_group, { group })),
]

/** Every way in which a user has something, with commas between; '' where none is known. */
export const grantWays = ({ byHandFlg, ...sources }: GrantSources & { byHandFlg: boolean }, t: SourceTexts): string =>
  [...(byHandFlg ? [t.grant_by_hand] : []), ...sourceWords(sources, t)].join(', ')
