import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { applicationPageTexts } from '@portico/contract/catalog/application-page-texts.ts'
import { getSignOnSettings, type SignOnSettings } from '@portico/contract/sign-on-settings/sign-on-settings.ts'
import { signOnSettingPageTexts } from '@portico/contract/sign-on-settings/sign-on-setting-page-texts.ts'
import { listTexts } from '@portico/contract/texts/list-texts.ts'
import { query } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { FormPanel } from '../../patterns/FormPanel.tsx'
import { QueryContent } from '../../patterns/QueryContent.tsx'
import { Button } from '../../ui/Button.tsx'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { catalogSystemsQuery } from '../application-search/system-queries.ts'
import {
  ClientSecretDialog,
  NewSecretDialog,
  type ShownClientSecret,
} from '../sign-on-settings/ClientSecretDialogs.tsx'
import { DryRunBench } from '../sign-on-settings/DryRunBench.tsx'
import { PortalAddressesPanel } from '../sign-on-settings/PortalAddressesPanel.tsx'
import { signOnSystemsQuery } from '../sign-on-settings/sign-on-settings-queries.ts'
import { SignOnFields } from '../sign-on-settings/SignOnFields.tsx'
import { useSignOnForm } from '../sign-on-settings/use-sign-on-form.ts'
import classes from './ApplicationPage.module.css'
import type { ApplicationTabProps } from './DetailsTab.tsx'
import { NeedsPage } from './NeedsPage.tsx'

/** How users are signed on to the application: the settings of its system, and a dry run of them. */
export function SignOnTab({ application: { protectedFlg, system } }: ApplicationTabProps) {
  const { application_sign_on_portal: ofPortal } = useTexts(applicationPageTexts)
  if (protectedFlg) return <p>{ofPortal}</p>
  return (
    <NeedsPage page="Database Maintenance">
      <SignOn key={system.systemId} systemId={system.systemId} />
    </NeedsPage>
  )
}

function SignOn({ systemId }: { systemId: number }) {
  const { list_failed: failed } = useTexts(listTexts)
  const { uid } = useSignedIn()
  const settings = useQuery({
    ...query(getSignOnSettings, { params: { uid, appSystemId: systemId } }),
    // A form that begins with an older version could not be saved.
    staleTime: 0,
  })
  return (
    <QueryContent query={settings} failed={failed}>
      {(data) => <SignOnForm settings={data} />}
    </QueryContent>
  )
}

function SignOnForm({ settings }: { settings: SignOnSettings }) {
  const t = useTexts(signOnSettingPageTexts)
  const page = useTexts(applicationPageTexts)
  const { uid } = useSignedIn()
  const { data } = useQuery(signOnSystemsQuery(uid))
  const systems = useSuspenseQuery(catalogSystemsQuery(uid)).data
  const [secret, setSecret] = useState<ShownClientSecret | null>(null)
  const [isMaking, setMaking] = useState(false)
  const form = useSignOnForm(settings, setSecret)
  const { systemId, systemNm, protocolCd, publicClientFlg, clientIdTxt } = settings
  const count = systems.find((each) => each.systemId === systemId)?.pageCnt ?? 1
  return (
    <div className={classes['parts']}>
      <p>
        {formatMessage(page.application_sign_on_of, { system: systemNm })}{' '}
        {formatMessage(page.application_sign_on_shared, { count })}
      </p>
      {data && protocolCd !== 'none' && <PortalAddressesPanel portal={data.portal} application={settings} />}
      <div className={classes['form']}>
        <FormPanel
          title={page.application_tab_sign_on}
          form={form}
          submitLabel={t.sso_save}
          {...(protocolCd === 'oidc' &&
            !publicClientFlg && {
              startAction: (
                <Button icon="lock" onClick={() => setMaking(true)}>
                  {t.sso_new_secret}
                </Button>
              ),
            })}
        >
          <SignOnFields form={form} settings={settings} />
        </FormPanel>
      </div>
      <Panel title={t.sso_dry_run}>
        <PanelBody>
          <DryRunBench systemId={systemId} version={settings.version} />
        </PanelBody>
      </Panel>
      {isMaking && (
        <NewSecretDialog
          system={settings}
          clientIdTxt={clientIdTxt}
          onClose={() => setMaking(false)}
          onSecret={setSecret}
        />
      )}
      {secret !== null && !isMaking && (
        <ClientSecretDialog systemNm={systemNm} secret={secret} onClose={() => setSecret(null)} />
      )}
    </div>
  )
}
