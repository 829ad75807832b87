import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { permissionSetPageTexts } from '@portico/contract/permission-sets/permission-set-page-texts.ts'
import type { PermissionSet, PermissionSetHolder } from '@portico/contract/permission-sets/permission-sets.ts'
import { fullName } from '@portico/contract/users/full-name.ts'
import { userProfileTexts } from '@portico/contract/users/user-profile-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { type Texts, useTexts } from '../../api/texts.ts'
import type { Column } from '../../patterns/column.ts'
import { ExportMenu } from '../../patterns/ExportMenu.tsx'
import { FilterBar } from '../../patterns/FilterBar.tsx'
import { useListPage } from '../../patterns/list-query.ts'
import { useListSearch } from '../../patterns/list-search.ts'
import { lazyDialog } from '../../patterns/lazy-part.tsx'
import { ListTable } from '../../patterns/ListTable.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDay, formatDayOf } from '../../ui/format.ts'
import { dayOfEnd } from '../permissions/permissions-form.ts'
import { userProfile } from '../user-profile/screen.ts'
import { exportHolders, holderSearch, holdersQuery } from './permission-set-queries.ts'
import classes from './PermissionSets.module.css'
import { SetDialog } from './SetDialog.tsx'
import { byGroups } from './set-groups.ts'

const TakeSetDialog = lazyDialog(() => import('./TakeSetDialog.tsx').then((module) => module.TakeSetDialog))

/** Who has a set, with what gives it to others and takes it. */
export function HoldersTab({ set }: { set: PermissionSet }) {
  const t = useTexts(permissionSetPageTexts)
  const { profile_view: viewProfile } = useTexts(userProfileTexts)
  const { uid } = useSignedIn()
  const navigate = useNavigate()
  const list = useListSearch(holderSearch)
  const page = useListPage(holdersQuery(uid, set.setId, list))
  const [isGiving, setIsGiving] = useState(false)
  const [taken, setTaken] = useState<PermissionSetHolder | null>(null)
  const profileOf = ({ userId }: PermissionSetHolder) => userProfile.link({ userId, tabName: 'permissions' })
  const give = (
    <Button icon="plus" onClick={() => setIsGiving(true)}>
      {t.sets_give}
    </Button>
  )
  return (
    <div className={classes['list']}>
      <FilterBar list={list} fields={[{ name: 'name', kind: 'search', label: t.set_holder_search }]}>
        <ExportMenu onExport={(format) => exportHolders(uid, set.setId, list, format)} />
        {give}
      </FilterBar>
      <ListTable
        list={list}
        page={page}
        empty={{ title: t.set_holders_none, action: give }}
        caption={t.sets_holders}
        columns={columnsOf(t)}
        rowKey={({ userId }) => userId}
        rowName={fullName}
        rowTarget={profileOf}
        rowActions={(holder) => [
          {
            entries: [{ label: viewProfile, icon: 'user', onSelect: () => void navigate({ href: profileOf(holder) }) }],
          },
          {
            entries: [
              {
                label: t.set_take,
                icon: 'trash',
                tone: 'danger',
                ...reasonNotToTake(holder, t),
                onSelect: () => setTaken(holder),
              },
            ],
          },
        ]}
      />
      {isGiving && <SetDialog act={{ kind: 'give', set }} onClose={() => setIsGiving(false)} />}
      {taken && <TakeSetDialog set={set} endDt={taken.endDt} user={taken} onClose={() => setTaken(null)} />}
    </div>
  )
}

function reasonNotToTake(holder: PermissionSetHolder, t: Texts<typeof permissionSetPageTexts>) {
  const disabledReason = byGroups(holder, t.set_take_by_groups)
  return disabledReason === undefined ? {} : { disabledReason }
}

const columnsOf = (t: Texts<typeof permissionSetPageTexts>): Column<PermissionSetHolder>[] => [
  { key: 'name', title: t.set_user, cell: fullName },
  { key: 'userNm', title: t.set_user_id, sortable: true, truncate: 'narrow', cell: ({ userNm }) => userNm },
  {
    key: 'employerNm',
    title: t.set_employer,
    sortable: true,
    truncate: 'narrow',
    cell: ({ employerNm }) => employerNm,
  },
  { key: 'givenDt', title: t.set_given, sortable: true, oneLine: true, cell: ({ givenDt }) => formatDayOf(givenDt) },
  {
    key: 'endDt',
    title: t.set_ends,
    sortable: true,
    oneLine: true,
    priority: 2,
    cell: ({ endDt }) => endDt && formatDay(dayOfEnd(endDt.toISOString())),
  },
  {
    key: 'givenBy',
    title: t.set_given_by,
    truncate: 'narrow',
    priority: 2,
    cell: (holder) => byGroups(holder, t.set_by_groups) ?? holder.givenByNm,
  },
]
