import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DirectoryPerson } from '@portico/contract/scim/directory-people.ts'
import { directoryPeopleTexts } from '@portico/contract/scim/directory-people-texts.ts'
import { fullName } from '@portico/contract/users/full-name.ts'
import { userListTexts } from '@portico/contract/users/user-list-texts.ts'
import { userTexts } from '@portico/contract/users/user-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import type { Column } from '../../patterns/column.ts'
import { ExportMenu } from '../../patterns/ExportMenu.tsx'
import { FilterBar } from '../../patterns/FilterBar.tsx'
import { lazyDialog } from '../../patterns/lazy-part.tsx'
import { useListPage } from '../../patterns/list-query.ts'
import { useListSearch } from '../../patterns/list-search.ts'
import { ListTable } from '../../patterns/ListTable.tsx'
import { BreakableText } from '../../ui/BreakableText.tsx'
import type { MenuEntry } from '../../ui/MenuButton.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { userProfile } from '../user-profile/screen.ts'
import { nameColumns } from '../users/name-columns.tsx'
import { useUserSelection } from '../users/use-user-selection.ts'
import classes from './ClientDirectoryTab.module.css'
import { directoryConflictsQuery } from './directory-queries.ts'
import { directoryPeopleQuery, directoryPersonSearch, exportDirectoryPeopleList } from './directory-person-queries.ts'

const LinkPersonDialog = lazyDialog(async () => (await import('./LinkPersonDialog.tsx')).LinkPersonDialog)
const UserActionModal = lazyDialog(async () => (await import('../users/UserActionModal.tsx')).UserActionModal)
const BulkActionDialog = lazyDialog(async () => (await import('../users/BulkActionDialog.tsx')).BulkActionDialog)

type DialogState = { kind: 'link' | 'inactivate'; user: DirectoryPerson } | { kind: 'bulk' }

interface DirectoryPeopleTabProps {
  clientId: number
  name: string
}

/** Users of a client whom its directory does not provide, or provides without an external id, and what can be done. */
export function DirectoryPeopleTab({ clientId, name }: DirectoryPeopleTabProps) {
  const t = { ...useTexts(userListTexts), ...useTexts(directoryPeopleTexts) }
  const { uid } = useSignedIn()
  const list = useListSearch(directoryPersonSearch)
  const page = useListPage(directoryPeopleQuery(uid, clientId, list))
  const { selection, users, deselectDone } = useUserSelection(page.rows)
  const entriesOf = usePersonEntries(clientId)
  const [dialog, setDialog] = useState<DialogState | null>(null)
  const close = () => setDialog(null)
  const active = users.filter(({ accountCd, userId }) => accountCd === 'active' && userId !== uid)
  return (
    <div className={classes['tab']}>
      <p>{formatMessage(t.directory_people_lead, { name })}</p>
      <p>{t.directory_people_help}</p>
      <FilterBar list={list} fields={filtersOf(t)}>
        <ExportMenu onExport={(format) => exportDirectoryPeopleList(uid, clientId, list, format)} />
      </FilterBar>
      <ListTable
        list={list}
        page={page}
        empty={{ title: t.directory_people_none, hint: t.directory_people_none_hint }}
        caption={t.directory_people_caption}
        columns={columnsOf(t)}
        rowKey={({ userId }) => userId}
        rowName={fullName}
        rowTarget={({ userId }) => userProfile.link({ userId, tabName: 'overview' })}
        cardTitle={fullName}
        selection={selection}
        bulkActions={[
          {
            label: t.user_inactivate,
            icon: 'eyeOff',
            onSelect: () => setDialog({ kind: 'bulk' }),
            ...(active.length === 0 && { disabledReason: t.users_bulk_none }),
          },
        ]}
        rowActions={(user) => [{ entries: entriesOf(user, (kind) => setDialog({ kind, user })) }]}
      />
      {dialog?.kind === 'link' && <LinkPersonDialog clientId={clientId} user={dialog.user} onClose={close} />}
      {dialog?.kind === 'inactivate' && <UserActionModal action="inactivate" user={dialog.user} onClose={close} />}
      {dialog?.kind === 'bulk' && (
        <BulkActionDialog
          action="inactivate"
          users={users}
          excludedCount={users.length - active.length}
          onDone={deselectDone}
          onClose={close}
        />
      )}
    </div>
  )
}

/** What can be done about a user of the list, and why not. */
function usePersonEntries(clientId: number) {
  const t = { ...useTexts(userListTexts), ...useTexts(userTexts), ...useTexts(directoryPeopleTexts) }
  const { uid } = useSignedIn()
  const { data: conflicts = [] } = useQuery(directoryConflictsQuery(uid, clientId))
  const isSomebodyWaiting = conflicts.some(({ decisionCd }) => decisionCd === null)
  const linkReason = ({ stateCd }: DirectoryPerson) => {
    if (stateCd === 'no-external-id') return t.directory_person_link_provided
    return isSomebodyWaiting ? undefined : t.directory_person_link_nobody
  }
  const inactivateReason = ({ userId, accountCd }: DirectoryPerson) => {
    if (userId === uid) return t.user_not_yourself
    return accountCd === 'active' ? undefined : t.user_not_active
  }
  return (user: DirectoryPerson, open: (kind: 'link' | 'inactivate') => void): MenuEntry[] => [
    {
      label: t.directory_person_link,
      icon: 'link',
      onSelect: () => open('link'),
      ...disabledBecause(linkReason(user)),
    },
    {
      label: t.user_inactivate,
      icon: 'eyeOff',
      onSelect: () => open('inactivate'),
      ...disabledBecause(inactivateReason(user)),
    },
  ]
}

const disabledBecause = (disabledReason: string | undefined) => (disabledReason === undefined ? {} : { disabledReason })

type Words = Texts<typeof userListTexts> & Texts<typeof directoryPeopleTexts>

const stateTexts = {
  'not-provided': 'directory_person_not_provided',
  removed: 'directory_person_removed',
  'no-external-id': 'directory_person_no_external_id',
} as const satisfies Record<DirectoryPerson['stateCd'], keyof typeof directoryPeopleTexts>

const accountTexts = {
  active: 'directory_person_active',
  inactive: 'directory_person_inactive',
} as const satisfies Record<DirectoryPerson['accountCd'], keyof typeof directoryPeopleTexts>

type StateText = (typeof stateTexts)[DirectoryPerson['stateCd']] | (typeof accountTexts)[DirectoryPerson['accountCd']]

const optionsOf = (texts: Readonly<Record<string, StateText>>, t: Words) =>
  Object.entries(texts).map(([value, key]) => ({ value, label: t[key] }))

const filtersOf = (t: Words) =>
  [
    { name: 'name', kind: 'search', label: t.directory_people_search },
    { name: 'state', kind: 'choice', label: t.directory_person_state, options: optionsOf(stateTexts, t) },
    { name: 'account', kind: 'choice', label: t.directory_person_account, options: optionsOf(accountTexts, t) },
  ] as const

const columnsOf = (t: Words): Column<DirectoryPerson>[] => [
  ...nameColumns(t),
  {
    key: 'emailAddress',
    title: t.users_email,
    truncate: 'wide',
    priority: 3,
    cell: ({ emailAddress }) => <BreakableText>{emailAddress}</BreakableText>,
  },
  {
    key: 'state',
    title: t.directory_person_state,
    cell: ({ stateCd }) => (
      <StatusDot tone={stateCd === 'no-external-id' ? 'neutral' : 'warning'}>{t[stateTexts[stateCd]]}</StatusDot>
    ),
  },
  {
    key: 'account',
    title: t.directory_person_account,
    oneLine: true,
    cell: ({ accountCd }) => (
      <StatusDot tone={accountCd === 'active' ? 'success' : 'neutral'}>{t[accountTexts[accountCd]]}</StatusDot>
    ),
  },
]
