import { useId } from 'react'
import type { ServiceScope } from '@portico/contract/kit/service-scopes.ts'
import { serviceScopes } from '@portico/contract/kit/service-scopes.ts'
import { scopeRules } from '@portico/contract/service-accounts/scope-rules.ts'
import { serviceAccountPageTexts } from '@portico/contract/service-accounts/service-account-page-texts.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import { usePortalPageName } from '../../shell/portal-page-name.ts'
import { CheckField } from '../../ui/CheckField.tsx'
import { withScope } from './service-account-form.ts'
import classes from './ServiceAccounts.module.css'

interface ScopeFieldsProps {
  chosen: readonly ServiceScope[]
  onChange: (next: ServiceScope[]) => void
  error: string | undefined
}

/** The scopes to choose from: what each opens, and which page the owner needs. */
export function ScopeFields({ chosen, onChange, error }: ScopeFieldsProps) {
  const t = useTexts(serviceAccountPageTexts)
  const pageName = usePortalPageName()
  const id = useId()
  return (
    <fieldset className={classes['scopes']} aria-describedby={error === undefined ? undefined : id}>
      <legend>{t.service_scopes}</legend>
      {error !== undefined && (
        <p id={id} className={classes['error']}>
          {error}
        </p>
      )}
      {serviceScopes.map((scope) => (
        <CheckField
          key={scope}
          name="scopeList"
          label={scopeWords(t)[scope]}
          help={formatMessage(needs(t)[scopeRules[scope].accounts], { scope, page: pageName(scopeRules[scope].page) })}
          checked={chosen.includes(scope)}
          error={error === undefined ? undefined : true}
          onChange={(isOn) => onChange(withScope(chosen, scope, isOn))}
        />
      ))}
    </fieldset>
  )
}

type Words = Texts<typeof serviceAccountPageTexts>

const needs = (t: Words) => ({
  all: t.service_scope_needs,
  installation: t.service_scope_needs_installation,
  employer: t.service_scope_needs_employer,
})

/** What each scope opens. */
export const scopeWords = (t: Words): Readonly<Record<ServiceScope, string>> => ({
  'users:read': t.service_scope_users_read,
  'users:write': t.service_scope_users_write,
  'catalog:read': t.service_scope_catalog_read,
  'announcements:read': t.service_scope_announcements_read,
  'audit:read': t.service_scope_audit_read,
  events: t.service_scope_events,
  'ssf.read': t.service_scope_ssf_read,
  'ssf.manage': t.service_scope_ssf_manage,
  scim: t.service_scope_scim,
})
