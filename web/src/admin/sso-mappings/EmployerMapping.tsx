import { useState } from 'react'
import type { SsoMapping } from '@portico/contract/sso-mappings/sso-mappings.ts'
import { ssoMappingPageTexts } from '@portico/contract/sso-mappings/sso-mapping-page-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { ManagedLine } from '../../patterns/ManagedLine.tsx'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Panel, PanelRow } from '../../ui/Panel.tsx'
import type { Deletion } from './DeleteMappingDialog.tsx'
import classes from './SsoMappings.module.css'

interface EmployerMappingProps {
  mapping: SsoMapping
  onAdd: (what: 'applications' | 'customers') => void
  onDelete: (deletion: Deletion) => void
}

/** Parts of a list that are shown before all of them are asked for. */
const SHOWN = 12

/** One employer, with the applications and customers that its new accounts begin with. */
export function EmployerMapping({ mapping, onAdd, onDelete }: EmployerMappingProps) {
  const t = useTexts(ssoMappingPageTexts)
  const { employerName: employer, employerApplications, employerCustomers } = mapping
  const applications = employerApplications.map(({ employerPageId: id, pageNm: name }) => ({ id, name }))
  const customers = employerCustomers.map(({ employerClientMasterId: id, customerNm: name }) => ({ id, name }))
  return (
    <Panel
      title={employer}
      actions={
        <IconButton
          icon="trash"
          label={formatMessage(t.sso_mapping_delete, { name: employer })}
          onClick={() => onDelete({ kind: 'employer', mapping })}
        />
      }
    >
      <div className={classes['managed']}>
        <ManagedLine kind="ssoMappings" id={mapping.employerId} />
      </div>
      <PanelRow
        title={t.sso_mapping_applications}
        action={
          <Button
            size="s"
            aria-label={formatMessage(t.sso_mapping_add_applications_to, { employer })}
            onClick={() => onAdd('applications')}
          >
            {t.sso_mapping_add_applications}
          </Button>
        }
      >
        <Parts
          parts={applications}
          employer={employer}
          onDelete={(part) => onDelete({ kind: 'application', mapping, part })}
        />
      </PanelRow>
      <PanelRow
        title={t.sso_mapping_customers}
        action={
          <Button
            size="s"
            aria-label={formatMessage(t.sso_mapping_add_customers_to, { employer })}
            onClick={() => onAdd('customers')}
          >
            {t.sso_mapping_add_customers}
          </Button>
        }
      >
        <Parts
          parts={customers}
          employer={employer}
          onDelete={(part) => onDelete({ kind: 'customer', mapping, part })}
        />
      </PanelRow>
    </Panel>
  )
}

interface Part {
  id: number
  name: string
}

interface PartsProps {
  parts: readonly Part[]
  employer: string
  onDelete: (part: Part) => void
}

function Parts({ parts, employer, onDelete }: PartsProps) {
  const t = useTexts(ssoMappingPageTexts)
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? parts : parts.slice(0, SHOWN)
  if (parts.length === 0) return t.sso_mapping_nothing
  return (
    <ul className={classes['parts']}>
      {shown.map((part) => (
        <li key={part.id} className={classes['part']}>
          <span>{part.name}</span>
          <IconButton
            icon="close"
            label={formatMessage(t.sso_mapping_delete_from, { name: part.name, employer })}
            onClick={() => onDelete(part)}
          />
        </li>
      ))}
      {shown.length < parts.length && (
        <li>
          <Button size="s" onClick={() => setIsWhole(true)}>
            {formatMessage(t.sso_mapping_show_all, { count: parts.length })}
          </Button>
        </li>
      )}
    </ul>
  )
}
