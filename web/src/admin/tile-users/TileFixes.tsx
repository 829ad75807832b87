import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getTile } from '@portico/contract/tile-access/tile-access.ts'
import { tileFixTexts } from '@portico/contract/tile-access/tile-fix-texts.ts'
import { type ListedUser, listUsers } from '@portico/contract/users/users.ts'
import { call } from '../../api/call.ts'
import { query } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { Combobox, pageAt } from '../../patterns/Combobox.tsx'
import { usePortalPageName } from '../../shell/portal-page-name.ts'
import { Alert } from '../../ui/Alert.tsx'
import { useDisplayFix } from '../tile-fixes/use-display-fix.tsx'
import { nameWithId } from '../users/name-with-id.ts'
import { TileDrawer } from '../users/TileDrawer.tsx'
import classes from './TileUsersPage.module.css'

/** What of a tile nobody sees, and the reasons of one user who does not see it, each with what fixes it. */
export function TileFixes({ tileId }: { tileId: number }) {
  return (
    <>
      <HiddenParts tileId={tileId} />
      <SomeoneElse tileId={tileId} />
    </>
  )
}

function HiddenParts({ tileId }: { tileId: number }) {
  const t = useTexts(tileFixTexts)
  const { uid } = useSignedIn()
  const pageName = usePortalPageName()
  const display = useDisplayFix()
  const { data } = useQuery({ ...query(getTile, { params: { uid, tileId } }), staleTime: 0 })
  if (!data) return null
  const parts = [
    ...(data.displayedFlg
      ? []
      : [{ kind: 'tile' as const, id: tileId, name: data.sectionNm, text: t.tile_fix_tile_hidden }]),
    ...data.hiddenPages.map(({ pageId, pageNm, systemNm }) => ({
      kind: 'page' as const,
      id: pageId,
      name: pageNm,
      text: formatMessage(t.tile_fix_page_hidden, { page: pageName(pageNm), system: systemNm }),
    })),
  ]
  return (
    <>
      {parts.map(({ text, ...hidden }) => (
        <Alert key={`${hidden.kind} ${hidden.id}`} tone="warning" live={false} action={display.fixOf(hidden)}>
          {text}
        </Alert>
      ))}
      {display.dialog}
    </>
  )
}

/** Finds a user, and says why they see the tile or not. */
function SomeoneElse({ tileId }: { tileId: number }) {
  const t = useTexts(tileFixTexts)
  const { uid } = useSignedIn()
  const [explained, setExplained] = useState<ListedUser | null>(null)
  return (
    <>
      <div className={classes['tile']}>
        <Combobox
          label={t.tile_fix_someone}
          help={t.tile_fix_someone_help}
          queryName="users whose tile is explained"
          load={async (text, offset, signal) => {
            const body = {
              ...(text.trim() !== '' && { nm: text.trim() }),
              orderByColumn: 'lastNm' as const,
              ...pageAt(offset),
            }
            const { result, totalResults } = await call(listUsers, { params: { uid }, body }, signal)
            return {
              rows: result.map((user) => ({ value: String(user.userId), label: nameWithId(user), user })),
              total: totalResults,
            }
          }}
          selected={[]}
          onChange={([chosen]) => setExplained(chosen?.user ?? null)}
        />
      </div>
      {explained && <TileDrawer user={explained} tileId={tileId} onClose={() => setExplained(null)} />}
    </>
  )
}
