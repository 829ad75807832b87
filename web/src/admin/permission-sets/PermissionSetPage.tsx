import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { permissionSetPageTexts } from '@portico/contract/permission-sets/permission-set-page-texts.ts'
import type { PermissionSetVersion } from '@portico/contract/permission-sets/permission-sets.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import { lazyPart } from '../../patterns/lazy-part.tsx'
import { ManagedLine } from '../../patterns/ManagedLine.tsx'
import { usePathId } from '../../patterns/path-ids.ts'
import { TabbedPage } from '../../patterns/TabbedPage.tsx'
import { usePortalPageName } from '../../shell/portal-page-name.ts'
import { formatInstant } from '../../ui/format.ts'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { Panel, PanelRow } from '../../ui/Panel.tsx'
import { accessWords } from '../permissions/access-words.ts'
import { SetCustomers } from '../permissions/SetCustomers.tsx'
import classes from './PermissionSets.module.css'
import { permissionSetQuery } from './permission-set-queries.ts'
import { permissionSetPage, permissionSets } from './screen.ts'
import { type SetAct, SetDialog, useSetActions } from './SetDialog.tsx'

const HoldersTab = lazyPart(() => import('./HoldersTab.tsx').then((module) => module.HoldersTab))

/** One set: what it gives, who has it, and its versions. */
export function PermissionSetPage() {
  const t = useTexts(permissionSetPageTexts)
  const { uid } = useSignedIn()
  const setId = usePathId('setId')
  const { tabName }: { tabName?: string } = useParams({ strict: false })
  const navigate = useNavigate()
  const { set, versions } = useSuspenseQuery(permissionSetQuery(uid, setId)).data
  const [act, setAct] = useState<SetAct | null>(null)
  const actionsOf = useSetActions(setAct)
  const tabs = [
    { id: 'contents', title: t.set_part_contents, panel: <Contents setId={setId} /> },
    { id: 'users', title: t.sets_holders, panel: <HoldersTab key={setId} set={set} /> },
    { id: 'history', title: t.set_part_history, panel: <Versions versions={versions} /> },
  ]
  return (
    <AdminPage
      title={set.setNm}
      subtitle={[
        set.clientNm ?? t.sets_installation,
        formatMessage(t.set_version, { version: String(set.versionNr) }),
      ].join(' · ')}
      actions={<MenuButton label={formatMessage(t.set_actions, { name: set.setNm })} groups={actionsOf(set)} />}
    >
      <ManagedLine kind="permissionSets" id={setId} />
      <TabbedPage
        label={t.set_parts}
        tabs={tabs}
        inPath={{
          open: tabs.find(({ id }) => id === tabName)?.id ?? 'contents',
          setOpen: (next) => void navigate({ href: permissionSetPage.link({ setId, tabName: next }) }),
        }}
      />
      {act && (
        <SetDialog
          act={act}
          onDeleted={() => void navigate({ href: permissionSets.link() })}
          onClose={() => setAct(null)}
        />
      )}
    </AdminPage>
  )
}

function Contents({ setId }: { setId: number }) {
  const t = useTexts(permissionSetPageTexts)
  const { uid } = useSignedIn()
  const pageName = usePortalPageName()
  const { set, customers, hiddenCustomerCnt } = useSuspenseQuery(permissionSetQuery(uid, setId)).data
  return (
    <Panel title={t.set_part_contents}>
      {set.descriptionTxt !== '' && <PanelRow title={t.set_description}>{set.descriptionTxt}</PanelRow>}
      {set.ownerNm !== null && <PanelRow title={t.sets_owner}>{set.ownerNm}</PanelRow>}
      <PanelRow title={t.sets_gives}>
        <ul className={classes['gives']}>
          {set.items.map((item) => (
            <li key={`${item.systemId}/${item.pageId}`}>{accessWords(item, t, pageName)}</li>
          ))}
        </ul>
      </PanelRow>
      {customers.length + hiddenCustomerCnt > 0 && (
        <PanelRow title={t.set_customers}>
          <ul className={classes['gives']}>
            <SetCustomers customers={customers} hiddenCustomerCnt={hiddenCustomerCnt} />
          </ul>
        </PanelRow>
      )}
    </Panel>
  )
}

/** What the set was called and gave, the newest first. A deletion has a number and no row, so each says its own. */
function Versions({ versions }: { versions: readonly PermissionSetVersion[] }) {
  const t = useTexts(permissionSetPageTexts)
  return (
    <Panel title={t.set_part_history}>
      {versions.map(({ versionNr, setNm, givesList, changedDt, changedByNm }) => (
        <PanelRow key={versionNr} title={formatMessage(t.set_version, { version: String(versionNr) })}>
          <p className={classes['moment']}>
            {changedByNm === null
              ? formatInstant(changedDt)
              : formatMessage(t.set_version_by, { moment: formatInstant(changedDt), name: changedByNm })}
          </p>
          <p>
            {setNm}: {givesList.join('; ')}
          </p>
        </PanelRow>
      ))}
    </Panel>
  )
}
