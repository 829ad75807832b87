import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Announcement, effectiveFilters } from '@portico/contract/announcements/announcement-admin.ts'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { announcementAdminTexts } from '@portico/contract/announcements/announcement-admin-texts.ts'
import { announcementReviewTexts } from '@portico/contract/announcements/announcement-review-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { type Texts, useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import { FilterBar } from '../../patterns/FilterBar.tsx'
import { useCurrentRow, useListPage } from '../../patterns/list-query.ts'
import { useListSearch } from '../../patterns/list-search.ts'
import { ListTable } from '../../patterns/ListTable.tsx'
import { Button } from '../../ui/Button.tsx'
import { announcementColumns } from './announcement-columns.tsx'
import {
  managedAnnouncementsQuery,
  type AnnouncementValues,
  type ReviewRules,
  reviewRulesQuery,
  statusesQuery,
  announcementTypesQuery,
  userTypesQuery,
  valueOf,
} from './announcement-queries.ts'
import { type AnnouncementFilters, announcementSearch } from './announcement-search.ts'
import { AnnouncementDialog } from './AnnouncementDialog.tsx'
import { DeleteAnnouncementDialog } from './DeleteAnnouncementDialog.tsx'
import { ReadersDialog } from './ReadersDialog.tsx'
import { ReviewDialog } from './ReviewDialog.tsx'

type DialogState =
  | { kind: 'create' }
  | { kind: 'edit' | 'copy' | 'delete' | 'readers' | 'review'; announcement: Announcement }
  | null

/** The announcements of all clients (ANNC-009, ANNC-014). */
export function AnnouncementsPage() {
  const t = useTexts(announcementAdminTexts)
  const { admin_announcements: title } = useTexts(adminMenuTexts)
  const { uid } = useSignedIn()
  const values: AnnouncementValues = {
    types: useSuspenseQuery(announcementTypesQuery(uid)).data,
    userTypes: useSuspenseQuery(userTypesQuery(uid)).data,
    statuses: useSuspenseQuery(statusesQuery(uid)).data,
  }
  const rules = useSuspenseQuery(reviewRulesQuery(uid)).data
  const list = useListSearch(announcementSearch)
  const page = useListPage(managedAnnouncementsQuery(uid, values, list))
  const [dialog, setDialog] = useState<DialogState>(null)
  const close = () => setDialog(null)
  const review = useTexts(announcementReviewTexts)
  const columns = announcementColumns(t, review, values)
  const add = (
    <Button kind="primary" icon="plus" onClick={() => setDialog({ kind: 'create' })}>
      {t.announcements_add}
    </Button>
  )
  return (
    <AdminPage title={title} subtitle={t.announcements_subtitle} actions={add}>
      <FilterBar list={list} fields={filterFields(t, values, list.filters)} columns={columns.slice(1)} />
      <ListTable
        list={list}
        page={page}
        empty={{ title: t.announcement_list_none, hint: t.announcements_none_hint }}
        caption={title}
        columns={columns}
        rowKey={({ announcementId }) => announcementId}
        rowName={({ titleText }) => titleText}
        rowTarget={(announcement) =>
          isDeleted(values, announcement) ? undefined : () => setDialog({ kind: 'edit', announcement })
        }
        rowActions={(announcement) => actionsOf({ ...t, ...review }, values, announcement, setDialog)}
      />
      {dialog && <OpenDialog dialog={dialog} rows={page.rows} values={values} rules={rules} onClose={close} />}
    </AdminPage>
  )
}

interface OpenDialogProps {
  dialog: NonNullable<DialogState>
  rows: readonly Announcement[]
  values: AnnouncementValues
  rules: ReviewRules
  onClose: () => void
}

function OpenDialog({ dialog, rows, ...rest }: OpenDialogProps) {
  const { onClose } = rest
  const opened = dialog.kind === 'create' ? null : dialog.announcement
  const announcement = useCurrentRow(opened, rows, ({ announcementId }) => announcementId)
  if (announcement === null || dialog.kind === 'create')
    return <AnnouncementDialog mode="create" announcement={null} {...rest} />
  switch (dialog.kind) {
    case 'edit':
    case 'copy':
      return <AnnouncementDialog mode={dialog.kind} announcement={announcement} {...rest} />
    case 'review': {
      // As it was opened: what is decided about is what was read, and the dialog stays for its result.
      const { announcement: read } = dialog
      return read.review && <ReviewDialog announcement={read} review={read.review} {...rest} />
    }
    case 'readers':
      return <ReadersDialog announcement={announcement} onClose={onClose} />
    case 'delete':
      return <DeleteAnnouncementDialog announcement={announcement} onClose={onClose} />
  }
}

type PageTexts = Texts<typeof announcementAdminTexts>

const isDeleted = ({ statuses }: AnnouncementValues, { anncStatus }: Announcement) =>
  valueOf(statuses, anncStatus)?.valueCd === 'deleted'

/** A deleted announcement can only be copied. */
function actionsOf(
  t: PageTexts & Texts<typeof announcementReviewTexts>,
  values: AnnouncementValues,
  announcement: Announcement,
  open: (dialog: DialogState) => void,
) {
  const copy = {
    label: t.announcements_copy,
    icon: 'copy' as const,
    onSelect: () => open({ kind: 'copy', announcement }),
  }
  if (isDeleted(values, announcement)) return [{ entries: [copy] }]
  const edit = {
    label: t.announcements_edit,
    icon: 'pencil' as const,
    onSelect: () => open({ kind: 'edit', announcement }),
  }
  const remove = {
    label: t.announcements_delete,
    icon: 'trash' as const,
    tone: 'danger' as const,
    onSelect: () => open({ kind: 'delete', announcement }),
  }
  const readers = {
    label: t.announcements_readers,
    icon: 'eye' as const,
    onSelect: () => open({ kind: 'readers', announcement }),
  }
  const review = {
    label: t.announcement_review_action,
    icon: 'check' as const,
    onSelect: () => open({ kind: 'review', announcement }),
  }
  const isWaiting = announcement.review?.stateCd === 'waiting'
  return [{ entries: [...(isWaiting ? [review] : []), edit, copy, readers] }, { entries: [remove] }]
}

function filterFields(t: PageTexts, values: AnnouncementValues, { effective, from, to }: AnnouncementFilters) {
  const optionsOf = (some: AnnouncementValues['types']) =>
    some.map(({ valueCd, valueMediumNm }) => ({ value: valueCd, label: valueMediumNm }))
  const effectiveLabels = {
    Active: t.announcements_active,
    Inactive: t.announcements_inactive,
    Duration: t.announcements_duration,
  }
  const isWrong = from !== undefined && to !== undefined && from > to
  return [
    { name: 'title', kind: 'search', label: t.announcements_search },
    { name: 'type', kind: 'choice', label: t.announcement_type, options: optionsOf(values.types) },
    { name: 'userType', kind: 'choice', label: t.announcement_user_type, options: optionsOf(values.userTypes) },
    { name: 'status', kind: 'choice', label: t.announcement_status, options: optionsOf(values.statuses) },
    {
      name: 'deleted',
      kind: 'choice',
      label: t.announcements_deleted,
      unsetLabel: t.announcements_deleted_hidden,
      options: [{ value: 'shown', label: t.announcements_deleted_shown }],
    },
    {
      name: 'effective',
      kind: 'choice',
      label: t.announcements_effective,
      options: effectiveFilters.map((value) => ({ value, label: effectiveLabels[value] })),
    },
    ...(effective === 'Duration'
      ? ([
          { name: 'from', kind: 'day', label: t.announcements_from, isNeeded: true },
          {
            name: 'to',
            kind: 'day',
            label: t.announcements_to,
            isNeeded: true,
            error: isWrong ? t.announcement_end_before_start : undefined,
          },
        ] as const)
      : []),
  ] as const
}
