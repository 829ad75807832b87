import { useQuery } from '@tanstack/react-query'
import type { DisplayImpact } from '@portico/contract/catalog/catalog-records.ts'
import {
  getApplication,
  getApplicationDisplayImpact,
  listApplications,
  updateApplication,
} from '@portico/contract/catalog/catalog.ts'
import {
  getSection,
  getSectionDisplayImpact,
  listCatalogSections,
  updateSection,
} from '@portico/contract/catalog/catalog-sections.ts'
import { listSystems } from '@portico/contract/catalog/catalog-systems.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { tileFixTexts } from '@portico/contract/tile-access/tile-fix-texts.ts'
import { request } from '../../api/call.ts'
import { query } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { DiffView } from '../../patterns/DiffView.tsx'
import { QueryContent } from '../../patterns/QueryContent.tsx'
import { runAction } from '../../patterns/run-action.ts'
import { offerUndo } from '../../patterns/use-action.ts'
import { usePortalPageName } from '../../shell/portal-page-name.ts'
import { Alert } from '../../ui/Alert.tsx'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { changedByFixes } from './changed-by-fixes.ts'

/** A tile or an application that is not displayed. */
export interface Hidden {
  kind: 'tile' | 'page'
  id: number
  name: string
}

const changed = [...changedByFixes, listApplications, getApplication, listCatalogSections, getSection, listSystems]

/** Displays a tile or an application, after telling how many more users see it then; it can be undone. */
export function DisplayFixDialog({ hidden, onClose }: { hidden: Hidden; onClose: () => void }) {
  const t = useTexts(tileFixTexts)
  const { cancel } = useTexts(generalTexts)
  const { impact, save } = useDisplay(hidden)
  const name = usePortalPageName()(hidden.name)
  const { data } = impact
  const display = ({ version }: DisplayImpact) =>
    runAction(async () => {
      const { message, data: saved } = await save(true, version)
      offerUndo(message, async () => (await save(false, saved.version)).message, changed)
      return message
    }, changed)
  return (
    <ConfirmModal
      opened
      title={formatMessage(t.tile_fix_display_title, { name })}
      confirmLabel={formatMessage(t.tile_fix_display_confirm, { name })}
      cancelLabel={cancel}
      closeAfterMs={CLOSE_AFTER_MS.catalog}
      {...(!data && { disabledReason: t.tile_fix_not_loaded })}
      {...(data?.displayedFlg && { disabledReason: t.tile_fix_display_done })}
      onConfirm={async () => (data ? display(data) : null)}
      onClose={onClose}
    >
      <QueryContent query={impact} failed={t.tile_fix_load_failed}>
        {(loaded) => <Difference impact={loaded} />}
      </QueryContent>
    </ConfirmModal>
  )
}

function Difference({ impact: { displayedFlg, userCnt: count } }: { impact: DisplayImpact }) {
  const t = useTexts(tileFixTexts)
  const field = 'displayed'
  if (displayedFlg) return <p>{t.tile_fix_display_done}</p>
  return (
    <>
      <DiffView
        label={t.tile_fix_display_field}
        before={{ [field]: false }}
        after={{ [field]: true }}
        labels={{ [field]: t.tile_fix_display_field }}
      />
      {count === 0 ? (
        <Alert tone="warning">{t.tile_fix_display_nobody}</Alert>
      ) : (
        <p role="status">{formatMessage(t.tile_fix_display_users, { count })}</p>
      )}
    </>
  )
}

/** What becomes of a hidden tile or application, and the command of its own screen that changes it. */
function useDisplay({ kind, id }: Hidden) {
  const { uid } = useSignedIn()
  const ofPage = { params: { uid, appId: id } }
  const ofTile = { params: { uid, catalogSectionId: id } }
  // Read anew: grants change at any time.
  const fresh = { staleTime: 0, gcTime: 0 }
  const page = useQuery({ ...query(getApplicationDisplayImpact, ofPage), ...fresh, enabled: kind === 'page' })
  const tile = useQuery({ ...query(getSectionDisplayImpact, ofTile), ...fresh, enabled: kind === 'tile' })
  return {
    impact: kind === 'page' ? page : tile,
    save: (isDisplayed: boolean, version: number) =>
      kind === 'page'
        ? request(updateApplication, { ...ofPage, body: { dispFlg: isDisplayed, version } })
        : request(updateSection, { ...ofTile, body: { ccDispFlg: isDisplayed, version } }),
  }
}
