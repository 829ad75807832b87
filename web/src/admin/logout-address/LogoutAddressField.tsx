import type { CatalogSystem } from '@portico/contract/catalog/catalog-records.ts'
import { logoutAddressTexts } from '@portico/contract/logout-chain/logout-address-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import type { Form } from '../../patterns/use-form.ts'
import { Alert } from '../../ui/Alert.tsx'
import { BreakableText } from '../../ui/BreakableText.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { TextField } from '../../ui/TextField.tsx'
import classes from './LogoutAddressField.module.css'
import { TrialResult } from './TrialResult.tsx'
import { useLogoutTrial } from './use-logout-trial.ts'

/** Stands for the portal's own host in a logout address. */
const HOST_PLACEHOLDER = '{host}'

type LogoutAddressOf = Pick<
  CatalogSystem,
  'systemId' | 'browserLogoutUrl' | 'logoutFollowedUrlTxt' | 'logoutOriginList' | 'logoutReturnUrlTxt'
>

interface LogoutAddressFieldProps {
  form: Pick<Form<{ browserLogoutUrl: string }>, 'field'>
  /** As stored: a trial opens what a sign-out would open. */
  system: LogoutAddressOf
}

/** Where the browser signs out of an application, and a trial of it (LOUT-016, LOUT-019). */
export function LogoutAddressField({ form, system }: LogoutAddressFieldProps) {
  const t = useTexts(logoutAddressTexts)
  const field = form.field('browserLogoutUrl')
  const { browserLogoutUrl: stored, logoutFollowedUrlTxt: followed, logoutReturnUrlTxt: returnUrl } = system
  const trial = useLogoutTrial(followed)
  const isChanged = field.value.trim() !== (stored ?? '')
  const reason = isChanged ? t.logout_address_save_first : followed === null ? t.logout_address_none : undefined
  return (
    <fieldset className={classes['group']}>
      <legend className={classes['title']}>{t.logout_address_title}</legend>
      <TextField
        {...field}
        help={formatMessage(t.logout_address_help, {
          placeholder: HOST_PLACEHOLDER,
          origins: system.logoutOriginList.join(', '),
        })}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      {stored !== null && followed === null && !isChanged && (
        <Alert tone="warning" live={false}>
          {t.logout_address_not_followed}
        </Alert>
      )}
      {followed !== null && !isChanged && (
        <p className={classes['note']}>
          {t.logout_address_followed} <BreakableText>{followed}</BreakableText>
        </p>
      )}
      <p className={classes['note']}>
        {t.logout_address_return} <BreakableText>{returnUrl}</BreakableText>
      </p>
      <div className={classes['actions']}>
        <Button icon="external" disabledReason={reason} onClick={trial.begin}>
          {t.logout_address_try}
        </Button>
        <CopyButton
          kind="quiet"
          text={returnUrl}
          label={t.logout_address_copy}
          doneLabel={t.logout_address_copied}
          failedLabel={t.logout_address_copy_failed}
        />
      </div>
      <p className={classes['note']}>{t.logout_address_try_help}</p>
      <TrialResult state={trial.state} system={system} />
    </fieldset>
  )
}
