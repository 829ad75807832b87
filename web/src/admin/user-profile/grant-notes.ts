import { grantSourceTexts } from '@portico/contract/users/grant-source-texts.ts'
import { userProfileTexts } from '@portico/contract/users/user-profile-texts.ts'
import type { UserSystem } from '@portico/contract/users/user-profile.ts'
import { formatMessage, type Texts } from '../../api/texts.ts'
import { sourceWords } from '../../patterns/grant-ways.ts'
import { formatDay, formatDayOf } from '../../ui/format.ts'
import { dayOfEnd } from '../permissions/permissions-form.ts'

type Grant = Pick<UserSystem, 'givenByNm' | 'groupNms' | 'permissionSets' | 'lastUsedDt'>

export const grantNoteTexts = { ...userProfileTexts, ...grantSourceTexts }

/** Until when an application is held, who, which permission set and which group gave it and when it was opened last, as far as any of it is known. */
export const grantNotes = (
  endDt: string | null,
  { givenByNm, lastUsedDt, ...sources }: Grant,
  t: Texts<typeof grantNoteTexts>,
): string =>
  [
    endDt === null ? '' : formatMessage(t.permission_until, { date: formatDay(dayOfEnd(endDt)) }),
    givenByNm === null ? '' : formatMessage(t.permission_given_by, { name: givenByNm }),
    ...sourceWords(sources, t),
    lastUsedDt === null ? '' : formatMessage(t.permission_last_used, { date: formatDayOf(lastUsedDt) }),
  ]
    .filter(Boolean)
    .join(' · ')
