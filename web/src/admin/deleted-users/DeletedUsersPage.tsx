import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { DeletedUser } from '@portico/contract/users/deleted-users.ts'
import { fullName } from '@portico/contract/users/full-name.ts'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { deletedUserTexts } from '@portico/contract/users/deleted-user-texts.ts'
import { userListTexts } from '@portico/contract/users/user-list-texts.ts'
import { userProfileTexts } from '@portico/contract/users/user-profile-texts.ts'
import { userTexts } from '@portico/contract/users/user-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import { ExportMenu } from '../../patterns/ExportMenu.tsx'
import { FilterBar } from '../../patterns/FilterBar.tsx'
import { useScreenList } from '../../patterns/screen-list.ts'
import { ListTable } from '../../patterns/ListTable.tsx'
import type { MenuEntry } from '../../ui/MenuButton.tsx'
import { BulkActionDialog } from '../users/BulkActionDialog.tsx'
import { UserActionModal } from '../users/UserActionModal.tsx'
import { useUserSelection } from '../users/use-user-selection.ts'
import { userListOptionsQuery } from '../users/user-queries.ts'
import { deletedUserColumns } from './deleted-user-columns.tsx'
import { deletedUserPages, exportDeletedUserList } from './deleted-user-queries.ts'
import { useErasure } from './use-erasure.tsx'
import { userProfile } from '../user-profile/screen.ts'

/** Deleted users: when and by whom, and their restoration. */
export function DeletedUsersPage() {
  const t = { ...useTexts(userListTexts), ...useTexts(deletedUserTexts) }
  const { admin_deleted_users: title } = useTexts(adminMenuTexts)
  const { profile_view: viewProfile } = useTexts(userProfileTexts)
  const router = useRouter()
  const { uid } = useSignedIn()
  const { list, page } = useScreenList(deletedUserPages)
  const { selection, users, deselectDone } = useUserSelection(page.rows)
  const restore = useRestoreEntry()
  const erasure = useErasure()
  const [restoring, setRestoring] = useState<DeletedUser | 'selected' | null>(null)
  const close = () => setRestoring(null)
  const columns = deletedUserColumns(t)
  return (
    <AdminPage title={title} subtitle={t.deleted_users_subtitle}>
      <FilterBar
        list={list}
        fields={[
          { name: 'name', kind: 'search', label: t.deleted_users_search },
          { name: 'from', kind: 'day', label: t.deleted_users_from },
          { name: 'until', kind: 'day', label: t.deleted_users_until },
        ]}
        columns={columns.slice(1)}
      >
        {erasure.certificateButton}
        <ExportMenu onExport={(format) => exportDeletedUserList(uid, list, format)} />
      </FilterBar>
      <ListTable
        list={list}
        page={page}
        empty={{ title: t.deleted_users_none }}
        caption={title}
        columns={columns}
        rowKey={({ userId }) => userId}
        rowName={fullName}
        rowTarget={({ userId }) => userProfile.link({ userId, tabName: 'overview' })}
        cardTitle={fullName}
        selection={selection}
        bulkActions={[restore(() => setRestoring('selected'))]}
        rowActions={(user) => [
          {
            entries: [
              restore(() => setRestoring(user)),
              {
                label: viewProfile,
                icon: 'user',
                onSelect: () =>
                  void router.navigate({ href: userProfile.link({ userId: user.userId, tabName: 'overview' }) }),
              },
              {
                label: t.users_only_employer,
                icon: 'filter',
                onSelect: () => list.set({ filters: { employer: user.employerId } }),
              },
              erasure.entryFor(user),
            ],
          },
        ]}
      />
      {restoring === 'selected' && (
        <BulkActionDialog action="restore" users={users} excludedCount={0} onDone={deselectDone} onClose={close} />
      )}
      {restoring && restoring !== 'selected' && <UserActionModal action="restore" user={restoring} onClose={close} />}
      {erasure.dialog}
    </AdminPage>
  )
}

/** The menu entry that restores; disabled for those who are no portal administrators (decision E2). */
function useRestoreEntry(): (onSelect: () => void) => MenuEntry {
  const { user_restore: label } = useTexts(userListTexts)
  const { user_restore_portal_admin_only: disabledReason } = useTexts(userTexts)
  const { uid } = useSignedIn()
  const { portalAdminFlg: mayRestore } = useSuspenseQuery(userListOptionsQuery(uid)).data
  return (onSelect) => ({ label, icon: 'refresh', onSelect, ...(mayRestore ? {} : { disabledReason }) })
}
