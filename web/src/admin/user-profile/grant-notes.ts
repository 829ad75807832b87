import type { userProfileTexts } from '@portico/contract/users/user-profile-texts.ts'
import type { UserSystem } from '@portico/contract/users/user-profile.ts'
import { formatMessage, type Texts } from '../../api/texts.ts'
import { formatDay, formatDayOf } from '../../ui/format.ts'
import { dayOfEnd } from '../permissions/permissions-form.ts'

type Grant = Pick<UserSystem, 'givenByNm' | 'groupNms' | 'permissionSets' | 'lastUsedDt'>

/** Until when an application is held, who, which group and which permission set gave it and when it was opened last, as far as any of it is known. */
export const grantNotes = (
  endDt: string | null,
  { givenByNm, groupNms = [], permissionSets = [], lastUsedDt }: Grant,
  t: Texts<typeof userProfileTexts>,
): string =>
  [
    endDt === null ? '' : formatMessage(t.permission_until, { date: formatDay(dayOfEnd(endDt)) }),
    givenByNm === null ? '' : formatMessage(t.permission_given_by, { name: givenByNm }),
    ...groupNms.map((group) => formatMessage(t.permission_by_group, { group })),
    ...permissionSets.map(({ setNm: set, versionNr }) =>
      formatMessage(t.permission_by_set, { set, version: String(versionNr) }),
    ),
    lastUsedDt === null ? '' : formatMessage(t.permission_last_used, { date: formatDayOf(lastUsedDt) }),
  ]
    .filter(Boolean)
    .join(' · ')
