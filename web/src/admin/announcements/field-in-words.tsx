import type { ReactNode } from 'react'
import type { announcementAdminTexts } from '@portico/contract/texts/announcement-admin-texts.ts'
import type { Texts } from '../../api/texts.ts'
import type { Option } from '../../patterns/Combobox.tsx'
import { formatDay } from '../../ui/format.ts'
import { SafeHtml } from '../../ui/SafeHtml.tsx'
import { targetKinds } from './announcement-form.ts'
import type { AnnouncementValues } from './announcement-queries.ts'

/** A value of the form of an announcement as people read it; undefined: as it is. */
export function fieldInWords(
  field: string,
  value: unknown,
  { types, userTypes }: AnnouncementValues,
  t: Texts<typeof announcementAdminTexts>,
): ReactNode {
  if (targetKinds.some((kind) => kind === field))
    return (value as readonly Option[]).map(({ label }) => label).join(', ') || undefined
  if (typeof value !== 'string' || value === '') return undefined
  if (field === 'anncMessage') return <SafeHtml html={value} />
  if (field === 'effectiveFromDt' || field === 'effectiveToDt') return formatDay(value)
  if (field === 'request') return value === 'publish' ? t.announcement_publish_choice : t.announcement_review_choice
  const named = { anncType: types, userType: userTypes }[field]
  return named?.find(({ valueCd }) => valueCd === value)?.valueMediumNm
}
