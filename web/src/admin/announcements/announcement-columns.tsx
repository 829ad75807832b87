import { fullName } from '@portico/contract/users/full-name.ts'
import type { Announcement, AnnouncementStatus } from '@portico/contract/announcements/announcement-admin.ts'
import type { announcementAdminTexts } from '@portico/contract/announcements/announcement-admin-texts.ts'
import type { announcementReviewTexts } from '@portico/contract/announcements/announcement-review-texts.ts'
import { formatMessage, type Texts } from '../../api/texts.ts'
import type { Column } from '../../patterns/column.ts'
import { dayOf } from '../../ui/day-bounds.ts'
import { formatDay } from '../../ui/format.ts'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { type AnnouncementValues, valueOf } from './announcement-queries.ts'

type PageTexts = Texts<typeof announcementAdminTexts>

const tones = {
  review: 'warning',
  published: 'success',
  expired: 'neutral',
  deleted: 'error',
} as const satisfies Record<AnnouncementStatus, string>

export const announcementColumns = (
  t: PageTexts,
  review: Texts<typeof announcementReviewTexts>,
  values: AnnouncementValues,
): Column<Announcement>[] => [
  { key: 'titleText', title: t.announcement_title, sortable: true, cell: ({ titleText }) => titleText },
  {
    key: 'type',
    title: t.announcement_type,
    sortable: true,
    cell: ({ type }) => valueOf(values.types, type)?.valueMediumNm ?? '',
  },
  {
    key: 'anncStatus',
    title: t.announcement_status,
    sortable: true,
    cell: (one) => {
      const value = valueOf(values.statuses, one.anncStatus)
      if (!value) return ''
      const inReview = {
        waiting: review.announcement_review_waiting,
        sent_back: review.announcement_review_sent_back,
      }
      return (
        <StatusDot wraps tone={tones[value.valueCd as AnnouncementStatus]}>
          {one.review ? inReview[one.review.stateCd] : value.valueMediumNm}
        </StatusDot>
      )
    },
  },
  {
    key: 'effectiveFromDt',
    title: t.announcement_start,
    sortable: true,
    oneLine: true,
    cell: ({ effectiveFromDt }) => formatDay(effectiveFromDt),
  },
  {
    key: 'effectiveToDt',
    title: t.announcement_end,
    sortable: true,
    oneLine: true,
    cell: ({ effectiveToDt }) => (effectiveToDt === null ? t.announcement_no_end : formatDay(effectiveToDt)),
  },
  {
    key: 'userType',
    title: t.announcement_user_type,
    priority: 3,
    sortable: true,
    cell: ({ userType }) => valueOf(values.userTypes, userType)?.valueMediumNm ?? '',
  },
  {
    key: 'targets',
    title: t.announcement_targets,
    priority: 2,
    truncate: 'narrow',
    cell: (one) => targetsText(t, one),
  },
  {
    key: 'recordAddDt',
    title: t.announcements_added,
    priority: 3,
    sortable: true,
    truncate: 'narrow',
    cell: ({ recordAddDt, recordAddBy }) => (
      <>
        <time dateTime={recordAddDt.toISOString()}>{formatDay(dayOf(recordAddDt))}</time>
        {recordAddBy && (
          <>
            <br />
            {formatMessage(t.announcements_added_by, { name: fullName(recordAddBy) })}
          </>
        )}
      </>
    ),
  },
]

/** Targets by name where there is one of a kind, else their number. */
export function targetsText(t: PageTexts, { systems, verticalIndustries, departments, clients }: Announcement): string {
  const named = (names: readonly string[], several: string) => (names.length > 1 ? [several] : names)
  const parts = [
    ...named(
      clients.map(({ clientNm }) => clientNm),
      formatMessage(t.announcements_clients_count, { count: clients.length }),
    ),
    ...named(
      verticalIndustries.map(({ marketNm }) => marketNm),
      formatMessage(t.announcements_industries_count, { count: verticalIndustries.length }),
    ),
    ...named(
      departments.map(({ departmentNm }) => departmentNm),
      formatMessage(t.announcements_departments_count, { count: departments.length }),
    ),
    ...named(
      systems.map(({ systemNm }) => systemNm),
      formatMessage(t.announcements_systems_count, { count: systems.length }),
    ),
  ]
  return parts.length === 0 ? t.announcements_everyone : parts.join(', ')
}
