import { serviceAccountPageTexts } from '@portico/contract/service-accounts/service-account-page-texts.ts'
import type { ServiceAccount, ServiceToken } from '@portico/contract/service-accounts/service-accounts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { DetailDrawer } from '../../patterns/DetailDrawer.tsx'
import { ManagedLine } from '../../patterns/ManagedLine.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatInstant } from '../../ui/format.ts'
import { PanelRow } from '../../ui/Panel.tsx'
import { scopeWords } from './ScopeFields.tsx'
import { stateSentence } from './service-account-columns.tsx'
import classes from './ServiceAccounts.module.css'

interface ServiceAccountDrawerProps {
  account: ServiceAccount
  /** Undefined for administrators who only read. */
  onRevoke: ((token: ServiceToken) => void) | undefined
  onClose: () => void
}

/** A service account with its tokens that work. */
export function ServiceAccountDrawer({ account, onRevoke, onClose }: ServiceAccountDrawerProps) {
  const t = useTexts(serviceAccountPageTexts)
  const words = scopeWords(t)
  const { serviceAccountNm, clientNm, ownerNm, scopeList, networkList, endDt, revokedDt, tokenList } = account
  return (
    <DetailDrawer title={serviceAccountNm} onClose={onClose}>
      <ManagedLine kind="serviceAccounts" id={account.serviceAccountId} />
      <PanelRow title={t.services_state}>{stateSentence(t, account)}</PanelRow>
      <PanelRow title={t.services_for}>{clientNm ?? t.services_installation}</PanelRow>
      <PanelRow title={t.services_owner}>{ownerNm}</PanelRow>
      <PanelRow title={t.services_scopes}>
        <ul className={classes['list']}>
          {scopeList.map((scope) => (
            <li key={scope}>
              {words[scope]} ({scope})
            </li>
          ))}
        </ul>
      </PanelRow>
      <PanelRow title={t.service_networks}>
        {networkList.length === 0 ? (
          t.service_everywhere
        ) : (
          <ul className={classes['list']}>
            {networkList.map((network) => (
              <li key={network}>{network}</li>
            ))}
          </ul>
        )}
      </PanelRow>
      <PanelRow title={t.service_ends}>{formatInstant(endDt)}</PanelRow>
      {!revokedDt && (
        <PanelRow title={t.service_tokens}>
          {tokenList.length === 0 && t.service_tokens_none}
          <ul className={classes['list']}>
            {tokenList.map((token) => (
              <li key={token.serviceTokenId} className={classes['line']}>
                <TokenLine token={token} onRevoke={onRevoke} />
              </li>
            ))}
          </ul>
        </PanelRow>
      )}
    </DetailDrawer>
  )
}

function TokenLine({ token, onRevoke }: { token: ServiceToken } & Pick<ServiceAccountDrawerProps, 'onRevoke'>) {
  const t = useTexts(serviceAccountPageTexts)
  const { prefixTxt, expireDt, lastUsedDt } = token
  return (
    <>
      <span>
        {formatMessage(t.service_tokens_line, { token: prefixTxt, moment: formatInstant(expireDt) })}
        <span className={classes['used']}>
          {lastUsedDt
            ? formatMessage(t.service_tokens_used, { moment: formatInstant(lastUsedDt) })
            : t.service_tokens_unused}
        </span>
      </span>
      {onRevoke && (
        <Button
          size="s"
          aria-label={formatMessage(t.service_token_revoke_named, { token: `${prefixTxt}…` })}
          onClick={() => onRevoke(token)}
        >
          {t.service_token_revoke_confirm}
        </Button>
      )}
    </>
  )
}
