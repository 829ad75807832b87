import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SsoMapping } from '@portico/contract/sso-mappings/sso-mappings.ts'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { ssoMappingPageTexts } from '@portico/contract/sso-mappings/sso-mapping-page-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import { ListCard } from '../../patterns/ListCard.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { AddApplicationsDialog } from './AddApplicationsDialog.tsx'
import { AddCustomersDialog } from './AddCustomersDialog.tsx'
import { AddEmployerDialog } from './AddEmployerDialog.tsx'
import { type Deletion, DeleteMappingDialog } from './DeleteMappingDialog.tsx'
import { EmployerMapping } from './EmployerMapping.tsx'
import { mappingsQuery } from './sso-mapping-queries.ts'
import classes from './SsoMappings.module.css'

type DialogState =
  | { kind: 'employer' }
  | { kind: 'applications' | 'customers'; mapping: SsoMapping }
  | { kind: 'delete'; deletion: Deletion }
  | null

/** Employers whose users get an account at their first sign-on, and what it begins with (DBMT-039). */
export function SsoMappingsPage() {
  const t = useTexts(ssoMappingPageTexts)
  const { admin_sso_mappings: title } = useTexts(adminMenuTexts)
  const mappings = useSuspenseQuery(mappingsQuery()).data
  const [dialog, setDialog] = useState<DialogState>(null)
  const close = () => setDialog(null)
  const add = (
    <Button kind="primary" icon="plus" onClick={() => setDialog({ kind: 'employer' })}>
      {t.sso_mapping_add}
    </Button>
  )
  return (
    <AdminPage title={title} subtitle={t.sso_mappings_subtitle} actions={mappings.length > 0 && add}>
      {mappings.length === 0 && (
        <ListCard>
          <EmptyState drawing="list" title={t.sso_mappings_none} hint={t.sso_mappings_none_hint} action={add} />
        </ListCard>
      )}
      <div className={classes['employers']}>
        {mappings.map((mapping) => (
          <EmployerMapping
            key={mapping.employerId}
            mapping={mapping}
            onAdd={(kind) => setDialog({ kind, mapping })}
            onDelete={(deletion) => setDialog({ kind: 'delete', deletion })}
          />
        ))}
      </div>
      {dialog?.kind === 'employer' && <AddEmployerDialog onClose={close} />}
      {dialog?.kind === 'applications' && <AddApplicationsDialog mapping={dialog.mapping} onClose={close} />}
      {dialog?.kind === 'customers' && <AddCustomersDialog mapping={dialog.mapping} onClose={close} />}
      {dialog?.kind === 'delete' && <DeleteMappingDialog deletion={dialog.deletion} onClose={close} />}
    </AdminPage>
  )
}
