import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { dryRunTexts } from '@portico/contract/sign-on-settings/sign-on-dry-run-texts.ts'
import { tileAccessTexts } from '@portico/contract/tile-access/tile-access-texts.ts'
import { grantSourceTexts } from '@portico/contract/users/grant-source-texts.ts'
import { tileFixTexts } from '@portico/contract/tile-access/tile-fix-texts.ts'
import { type ExplainedPage, explainTile, listUserTiles } from '@portico/contract/tile-access/tile-access.ts'
import type { ListedUser } from '@portico/contract/users/users.ts'
import { query } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { DataTable } from '../../patterns/DataTable.tsx'
import { QueryContent } from '../../patterns/QueryContent.tsx'
import { FixLink } from './FixLink.tsx'
import { grantWays } from '../../patterns/grant-ways.ts'
import { DetailDrawer } from '../../patterns/DetailDrawer.tsx'
import { linkTo } from '../../patterns/link-to.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { focusOnMount } from '../../ui/focus-on-mount.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { endedAccess, missingAccess } from '../give-access/missing-access.ts'
import { useAccessDialog } from '../give-access/use-access-dialog.tsx'
import { SignOnResult } from '../sign-on-settings/SignOnResult.tsx'
import { useSignOnDryRun } from '../sign-on-settings/use-sign-on-dry-run.ts'
import { dayOfEnd } from '../permissions/permissions-form.ts'
import { useGateFixes } from '../tile-fixes/use-gate-fixes.tsx'
import { formatDay } from '../../ui/format.ts'
import classes from './TileDrawer.module.css'
import { fullName } from '@portico/contract/users/full-name.ts'
import { tileUsers } from '../tile-users/screen.ts'

type TileUser = Pick<ListedUser, 'userId' | 'firstNm' | 'lastNm'>

interface TileDrawerProps {
  user: TileUser
  /** The tile that is explained first; absent: the first one by name. */
  tileId?: number
  onClose: () => void
}

/** What fails is fixed on other screens, from which the administrator comes back to see whether it was enough. */
const askedAnew = { staleTime: 0, gcTime: 0 }

/** Which tiles a user sees, and for one of them what every gate says. */
export function TileDrawer({ user, tileId, onClose }: TileDrawerProps) {
  const t = useTexts(tileAccessTexts)
  const { uid } = useSignedIn()
  const tiles = useQuery({ ...query(listUserTiles, { params: { uid, userId: user.userId } }), ...askedAnew })
  const title = formatMessage(t.tile_access_title, { name: fullName(user) })
  return (
    <DetailDrawer title={title} onClose={onClose}>
      <QueryContent query={tiles} failed={t.tile_access_open_failed}>
        {(data) => <TileChoice user={user} tiles={data.tiles} first={tileId ?? data.tiles[0]?.sectionId} />}
      </QueryContent>
    </DetailDrawer>
  )
}

interface TileChoiceProps {
  user: TileUser
  tiles: readonly { sectionId: number; sectionNm: string; visibleFlg: boolean }[]
  first: number | undefined
}

function TileChoice({ user, tiles, first }: TileChoiceProps) {
  const t = useTexts(tileAccessTexts)
  const [tileId, setTileId] = useState(first)
  const name = fullName(user)
  const visible = tiles.filter(({ visibleFlg }) => visibleFlg).length
  if (tileId === undefined) return <p>{t.tile_access_none}</p>
  return (
    <div className={classes['content']}>
      <p>{formatMessage(t.tile_access_lead, { name, visible, count: tiles.length })}</p>
      <SelectField
        label={t.tile_access_tile}
        value={String(tileId)}
        onChange={(event) => setTileId(Number(event.currentTarget.value))}
        options={tiles.map(({ sectionId, sectionNm: tile, visibleFlg }) => ({
          value: String(sectionId),
          label: formatMessage(visibleFlg ? t.tile_access_visible : t.tile_access_hidden, { tile }),
        }))}
      />
      <Explanation key={tileId} user={user} tileId={tileId} />
      <p>
        <Link {...linkTo(tileUsers.link(), { tile: tileId })}>{t.tile_access_who}</Link>
      </p>
    </div>
  )
}

function Explanation({ user, tileId }: { user: TileUser; tileId: number }) {
  const t = useTexts(tileAccessTexts)
  const { uid } = useSignedIn()
  const explained = useQuery({ ...query(explainTile, { params: { uid, userId: user.userId, tileId } }), ...askedAnew })
  const name = fullName(user)
  return (
    <QueryContent query={explained} failed={t.tile_access_open_failed}>
      {(data) => (
        <>
          <Alert tone={data.visibleFlg ? 'success' : 'warning'}>
            {formatMessage(data.visibleFlg ? t.tile_access_sees : t.tile_access_sees_not, { name })}
          </Alert>
          {data.pages.length === 0 && <p>{t.tile_access_no_pages}</p>}
          {data.pages.map((page) => (
            <PageGates key={page.pageId} page={page} tile={{ id: tileId, name: data.sectionNm }} user={user} />
          ))}
        </>
      )}
    </QueryContent>
  )
}

const tones = { failed: 'error', passed: 'success', 'not-needed': 'neutral' } as const
const states = {
  failed: 'tile_access_failed',
  passed: 'tile_access_passed',
  'not-needed': 'tile_access_not_needed',
} as const

interface PageGatesProps {
  page: ExplainedPage
  tile: { id: number; name: string }
  user: TileUser
}

/** The gates of one page, the failed ones first. */
function PageGates({ page, tile, user }: PageGatesProps) {
  const t = useTexts(tileAccessTexts)
  const { tile_fix_ended_gate: endedOn } = useTexts(tileFixTexts)
  const sourceTexts = useTexts(grantSourceTexts)
  const { userId } = user
  const fixes = useGateFixes({ page, tile, user })
  const rank = (stateCd: keyof typeof tones) => Object.keys(tones).indexOf(stateCd)
  return (
    <section aria-label={page.pageNm}>
      <h3>
        {page.pageNm} · {page.systemNm}
      </h3>
      {page.visibleFlg && !page.linkEnabledFlg && <p>{t.tile_access_disabled}</p>}
      <GiveWhatFails page={page} userId={userId} />
      <DataTable
        caption={page.pageNm}
        columns={[
          {
            key: 'gate',
            title: t.tile_access_gate,
            cell: (gate) => (
              <div className={classes['gate']}>
                <span>
                  {t[`tile_gate_${gate.gateCd}`]}
                  {gate.ways && waysNote(grantWays(gate.ways, sourceTexts))}
                  {gate.endedDt &&
                    ` ${formatMessage(endedOn, { date: formatDay(dayOfEnd(gate.endedDt.toISOString())) })}`}
                  {gate.stateCd === 'failed' && (
                    <FixLink gateCd={gate.gateCd} subject={{ userId, tileId: tile.id, pageId: page.pageId }} />
                  )}
                </span>
                {fixes.fixOf(gate)}
              </div>
            ),
          },
          {
            key: 'state',
            title: t.tile_access_result,
            oneLine: true,
            cell: ({ stateCd }) => <StatusDot tone={tones[stateCd]}>{t[states[stateCd]]}</StatusDot>,
          },
        ]}
        rows={page.gates.toSorted((one, other) => rank(one.stateCd) - rank(other.stateCd))}
        rowKey={({ gateCd }) => gateCd}
      />
      <PageDryRun page={page} userId={userId} />
      {fixes.dialog}
    </section>
  )
}

/** ': by set Accounting clerk v3' behind what a user has. */
const waysNote = (ways: string): string => (ways === '' ? '' : `: ${ways}`)

/**
 * Opens the dialog that gives the user the access that a page lacks. An open dialog stays once no access is missing,
 * because it says so itself.
 */
function GiveWhatFails({ page, userId }: { page: ExplainedPage; userId: number }) {
  const t = useTexts(tileAccessTexts)
  const { tile_fix_end: changeEnd } = useTexts(tileFixTexts)
  const access = useAccessDialog()
  const chosen = missingAccess(page)
  const ended = endedAccess(page)
  return (
    <>
      {chosen && (
        <Button
          size="s"
          icon="plus"
          onClick={() =>
            access.open({ kind: 'give', users: { userIds: [userId] }, count: 1, chosen, ...(ended && { ended }) })
          }
        >
          {ended ? changeEnd : t.tile_access_give}
        </Button>
      )}
      {access.dialog}
    </>
  )
}

/** What the application of a page would get of the user, once that is asked for. */
function PageDryRun({ page, userId }: { page: ExplainedPage; userId: number }) {
  const { dry_run_show: show } = useTexts(dryRunTexts)
  const { result, problem, isBusy, run } = useSignOnDryRun(page.systemId)
  return (
    <div role="status">
      {problem !== null && <Alert tone="error">{problem}</Alert>}
      {result ? (
        <div ref={focusOnMount} tabIndex={-1}>
          <SignOnResult result={result} />
        </div>
      ) : (
        <Button size="s" kind="quiet" flush icon="eye" busy={isBusy} onClick={() => void run(userId)}>
          {show}
        </Button>
      )}
    </div>
  )
}
