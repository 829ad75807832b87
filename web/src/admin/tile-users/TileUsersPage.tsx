import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { tileAccessTexts } from '@portico/contract/tile-access/tile-access-texts.ts'
import { grantSourceTexts } from '@portico/contract/users/grant-source-texts.ts'
import { userProfileTexts } from '@portico/contract/users/user-profile-texts.ts'
import type { TileUser } from '@portico/contract/tile-access/tile-access.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import { FilterBar } from '../../patterns/FilterBar.tsx'
import { grantWays } from '../../patterns/grant-ways.ts'
import { useListPage } from '../../patterns/list-query.ts'
import { type ListState, useListSearch, type ValuesOf } from '../../patterns/list-search.ts'
import { ListTable } from '../../patterns/ListTable.tsx'
import { useSelection } from '../../patterns/use-selection.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { useAccessDialog } from '../give-access/use-access-dialog.tsx'
import { TileDrawer } from '../users/TileDrawer.tsx'
import { fullName } from '@portico/contract/users/full-name.ts'
import classes from './TileUsersPage.module.css'
import { TileFixes } from './TileFixes.tsx'
import { tilesQuery, tileUserSearch, tileUsersQuery } from './tile-user-queries.ts'
import { userProfile } from '../user-profile/screen.ts'

/** Who sees a tile: every user of the administrator's scope, page by page. */
export function TileUsersPage() {
  const t = useTexts(tileAccessTexts)
  const { admin_tile_users: title } = useTexts(adminMenuTexts)
  const { uid } = useSignedIn()
  const tiles = useSuspenseQuery(tilesQuery(uid)).data
  const list = useListSearch(tileUserSearch)
  const { tile } = list.filters
  const access = useAccessDialog()
  const [giving] = access.entries(() => ({ users: null, count: 0 }))
  return (
    <AdminPage
      title={title}
      subtitle={t.tile_users_subtitle}
      actions={
        <Button icon="plus" onClick={giving?.onSelect}>
          {giving?.label}
        </Button>
      }
    >
      <SelectField
        className={classes['tile'] ?? ''}
        label={t.tile_access_tile}
        value={tile === undefined ? '' : String(tile)}
        onChange={({ currentTarget: { value } }) =>
          list.set({ filters: { tile: value === '' ? undefined : Number(value) } })
        }
        options={[
          { value: '', label: t.tile_users_choose },
          ...tiles.map(({ sectionId, sectionNm }) => ({ value: String(sectionId), label: sectionNm })),
        ]}
      />
      {tile === undefined ? (
        <EmptyState drawing="search" title={t.tile_users_choose} hint={t.tile_users_choose_hint} />
      ) : (
        <>
          <TileFixes key={`fixes ${tile}`} tileId={tile} />
          <TileUsers key={tile} tileId={tile} list={list} />
        </>
      )}
      {access.dialog}
    </AdminPage>
  )
}

type Values = ValuesOf<typeof tileUserSearch>

interface TileUsersProps {
  tileId: number
  list: ListState<Values['filters'], Values['sort']['column']>
}

function TileUsers({ tileId, list }: TileUsersProps) {
  const t = useTexts(tileAccessTexts)
  const { profile_view: viewProfile } = useTexts(userProfileTexts)
  const sourceTexts = useTexts(grantSourceTexts)
  const { admin_tile_users: title } = useTexts(adminMenuTexts)
  const { uid } = useSignedIn()
  const navigate = useNavigate()
  const page = useListPage(tileUsersQuery(uid, tileId, list))
  const selection = useSelection()
  const access = useAccessDialog(selection.clear)
  const [explained, setExplained] = useState<TileUser | null>(null)
  return (
    <>
      <FilterBar list={list} fields={[{ name: 'name', kind: 'search', label: t.tile_users_search }]} />
      <ListTable
        list={list}
        page={page}
        empty={{ title: t.tile_users_none }}
        caption={title}
        columns={[
          { key: 'firstNm', title: t.tile_users_user, sortable: true, cell: fullName },
          {
            key: 'userNm',
            title: t.tile_users_user_id,
            sortable: true,
            truncate: 'narrow',
            cell: ({ userNm }) => userNm,
          },
          { key: 'employer', title: t.tile_users_employer, truncate: 'narrow', cell: ({ employerNm }) => employerNm },
          { key: 'ways', title: t.tile_users_ways, cell: (user) => grantWays(user, sourceTexts) },
        ]}
        rowKey={({ userId }) => userId}
        selection={selection}
        bulkActions={access.entries(() => ({
          users: { userIds: [...selection.keys].map(Number) },
          count: selection.keys.size,
        }))}
        rowName={fullName}
        rowTarget={({ userId }) => userProfile.link({ userId, tabName: 'permissions' })}
        rowActions={(user) => [
          {
            entries: [
              { label: t.tile_users_why, icon: 'search', onSelect: () => setExplained(user) },
              {
                label: viewProfile,
                icon: 'user',
                onSelect: () =>
                  void navigate({ href: userProfile.link({ userId: user.userId, tabName: 'permissions' }) }),
              },
            ],
          },
        ]}
      />
      {access.dialog}
      {explained && <TileDrawer user={explained} tileId={tileId} onClose={() => setExplained(null)} />}
    </>
  )
}
