import { useState } from 'react'
import { auditPageTexts } from '@portico/contract/texts/audit-page-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { runAction } from '../../patterns/run-action.ts'
import { Icon } from '../../ui/Icon.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { toast } from '../../ui/toast.ts'
import { exportAudit } from './audit-queries.ts'
import type { AuditValues } from './audit-search.ts'

/** Exports the filtered entries of all pages as a file. */
export function AuditExport({ values }: { values: AuditValues }) {
  const t = useTexts(auditPageTexts)
  const { uid } = useSignedIn()
  const [isBusy, setIsBusy] = useState(false)
  const save = async (format: 'xlsx' | 'csv') => {
    if (isBusy) return
    setIsBusy(true)
    const { ok, message } = await runAction(() => exportAudit(uid, values, format).then(() => t.audit_exported))
    setIsBusy(false)
    if (ok) toast.success(message)
    else toast.error(message)
  }
  return (
    <MenuButton
      label={t.audit_export}
      groups={[
        {
          entries: [
            { label: t.audit_export_xlsx, icon: 'download', onSelect: () => void save('xlsx') },
            { label: t.audit_export_csv, icon: 'download', onSelect: () => void save('csv') },
          ],
        },
      ]}
    >
      <span aria-busy={isBusy || undefined}>
        <Icon name="download" size={16} />
      </span>
    </MenuButton>
  )
}
