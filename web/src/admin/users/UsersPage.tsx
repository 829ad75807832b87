import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { emulationTexts } from '@portico/contract/emulation/emulation-texts.ts'
import { userFieldTexts } from '@portico/contract/users/user-field-texts.ts'
import { userListTexts } from '@portico/contract/users/user-list-texts.ts'
import { userProfileTexts } from '@portico/contract/users/user-profile-texts.ts'
import type { UserAction } from '@portico/contract/users/user-action-rules.ts'
import { type BulkAction, bulkActions } from '@portico/contract/users/user-actions.ts'
import type { ListedUser } from '@portico/contract/users/users.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import { ExportMenu } from '../../patterns/ExportMenu.tsx'
import { FilterBar } from '../../patterns/FilterBar.tsx'
import { type Page, useListPage } from '../../patterns/list-query.ts'
import { useListPreferences } from '../../patterns/list-preferences.ts'
import { useListSearch } from '../../patterns/list-search.ts'
import { ListTable } from '../../patterns/ListTable.tsx'
import { Button } from '../../ui/Button.tsx'
import type { MenuEntry } from '../../ui/MenuButton.tsx'
import { BulkActionDialog } from './BulkActionDialog.tsx'
import { type UserInsight, UserInsightDialog, isUserInsight } from './UserInsightDialog.tsx'
import { OneUserDialog } from './OneUserDialog.tsx'
import { useUserInsights } from './use-user-insights.ts'
import { useActionAvailability } from './use-action-availability.ts'
import { useGiveAccess } from './use-give-access.tsx'
import classes from './UsersPage.module.css'
import { useUserFilters } from './use-user-filters.ts'
import { useUserSelection } from './use-user-selection.ts'
import { offeredActions } from './user-action-offers.ts'
import { actionWords } from './user-actions.ts'
import { fullName } from '@portico/contract/users/full-name.ts'
import { userColumns, userColumnsOff } from './user-columns.tsx'
import { exportUserList, selectionOf, userPages, userStatusesQuery } from './user-queries.ts'
import { addUser } from '../add-user/screen.ts'
import { importUsers } from '../import-users/screen.ts'
import { WaitingPart } from '../overview/WaitingPart.tsx'
import { userProfile } from '../user-profile/screen.ts'

/** The dangerous one comes last. */
const bulkOrder = bulkActions.toSorted((one, other) => Number(one === 'delete') - Number(other === 'delete'))

type DialogState =
  | { kind: 'one'; action: UserAction; user: ListedUser }
  | { kind: UserInsight; user: ListedUser }
  | { kind: 'bulk'; action: BulkAction }

const isUserInsightDialog = (dialog: DialogState): dialog is Extract<DialogState, { kind: UserInsight }> =>
  isUserInsight(dialog.kind)

/** Finds one user among all, and does what they need (UADM-003..009). */
export function UsersPage() {
  const t = useTexts(userListTexts)
  const { admin_users: title } = useTexts(adminMenuTexts)
  const { emulation_action: signOnAs } = useTexts(emulationTexts)
  const insightsOf = useUserInsights()
  const profile = useTexts(userProfileTexts)
  const router = useRouter()
  const { uid, isInternal } = useSignedIn()
  const { statuses, columns } = useColumns(uid, isInternal)
  const { list, saved } = useListPreferences('users', useListSearch(userPages.search), userColumnsOff(isInternal))
  const fields = useUserFilters(statuses, list.filters.import)
  const page = useListPage(userPages.page(uid, list))
  const { selection, users, deselectDone } = useUserSelection(page.rows)
  const { provider, reasonOf, signOnAsReasonOf } = useActionAvailability()
  const { href, hash } = useLocation()
  const [dialog, setDialog] = useState<DialogState | null>(null)
  const close = () => setDialog(null)
  const entryOf = (action: UserAction, onSelect: () => void, disabledReason: string | undefined): MenuEntry => {
    const { label, icon, isDanger } = actionWords[action]
    return {
      label: t[label],
      icon,
      onSelect,
      ...(isDanger && { tone: 'danger' }),
      ...disabledBecause(disabledReason),
    }
  }
  const access = useGiveAccess({ selection, total: page.total, isStale: page.isStale, match: selectionOf(list) })
  const bulkEntry = (action: BulkAction) => {
    const isPossible = users.some((user) => reasonOf(action, user) === undefined)
    const refused = access.refusedForAll ?? (isPossible ? undefined : t.users_bulk_none)
    return entryOf(action, () => setDialog({ kind: 'bulk', action }), refused)
  }
  return (
    <AdminPage title={title} subtitle={t.users_subtitle} actions={<AddUserLinks />}>
      <FilterBar list={list} saved={saved} fields={fields} columns={columns.slice(1)}>
        <ExportMenu onExport={(format) => exportUserList(uid, list, format)} />
      </FilterBar>
      <div className={classes['summary']}>
        <p role="status">{!page.isLoading && countText(page, list.filters.employer, t)}</p>
        <WaitingPart />
      </div>
      <ListTable
        list={list}
        page={page}
        empty={{ title: t.users_none }}
        caption={title}
        columns={columns}
        rowKey={({ userId }) => userId}
        rowName={fullName}
        rowTarget={({ userId }) => userProfile.link({ userId, tabName: 'overview' })}
        cardTitle={fullName}
        selection={access.selection}
        bulkActions={[...access.actions, ...bulkOrder.map(bulkEntry)]}
        focusKey={USER_IN_HASH.exec(hash)?.[1]}
        rowActions={(user) => [
          {
            entries: [
              {
                label: profile.profile_view,
                icon: 'user',
                onSelect: () =>
                  void router.navigate({ href: userProfile.link({ userId: user.userId, tabName: 'overview' }) }),
              },
              {
                label: signOnAs,
                icon: 'eye',
                onSelect: () => setDialog({ kind: 'signOnAs', user }),
                ...disabledBecause(signOnAsReasonOf(user)),
              },
            ],
          },
          {
            entries: offeredActions(user).map((action) =>
              entryOf(action, () => setDialog({ kind: 'one', action, user }), reasonOf(action, user)),
            ),
          },
          {
            entries: [
              ...insightsOf(user, (kind) => setDialog({ kind, user })),
              {
                label: t.users_only_employer,
                icon: 'filter',
                onSelect: () => list.set({ filters: { employer: user.employerId } }),
              },
            ],
          },
        ]}
      />
      {access.dialog}
      {dialog?.kind === 'one' && <OneUserDialog {...dialog} provider={provider} onClose={close} />}
      {dialog && isUserInsightDialog(dialog) && (
        <UserInsightDialog {...dialog} returnTo={addressOfRow(href, dialog.user)} onClose={close} />
      )}
      {dialog?.kind === 'bulk' && (
        <BulkActionDialog
          action={dialog.action}
          users={users}
          excludedCount={users.filter((user) => reasonOf(dialog.action, user) !== undefined).length}
          onDone={deselectDone}
          onClose={close}
        />
      )}
    </AdminPage>
  )
}

const disabledBecause = (disabledReason: string | undefined) => (disabledReason === undefined ? {} : { disabledReason })

/** A row of the list in the address: the list as it is, and the user. */
const USER_IN_HASH = /^user-(\d+)$/
const addressOfRow = (href: string, { userId }: ListedUser) => `${href.replace(/#.*$/, '')}#user-${userId}`

function AddUserLinks() {
  const t = useTexts(userListTexts)
  return (
    <>
      <Button icon="upload" root={(props) => <Link {...props} to={importUsers.link()} />}>
        {t.users_import}
      </Button>
      <Button kind="primary" icon="plus" root={(props) => <Link {...props} to={addUser.link()} />}>
        {t.users_add}
      </Button>
    </>
  )
}

/** How many users match, and of which employer where only one is shown. */
function countText(
  { rows, total }: Page<ListedUser>,
  employerId: number | undefined,
  t: Texts<typeof userListTexts>,
): string {
  const employer =
    employerId === undefined ? undefined : rows.find((user) => user.employerId === employerId)?.employerNm
  return employer === undefined
    ? formatMessage(t.users_count, { count: total })
    : formatMessage(t.users_count_of, { count: total, employer })
}

/** The columns of the list, and the states of its filter. */
function useColumns(uid: number, isInternal: boolean) {
  const t = { ...useTexts(userListTexts), ...useTexts(userFieldTexts) }
  const statuses = useSuspenseQuery(userStatusesQuery(uid)).data
  return { statuses, columns: userColumns(t, statuses, isInternal) }
}
