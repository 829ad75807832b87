import { useState } from 'react'
import type { ExportFormat } from '@portico/contract/kit/list.ts'
import { listTexts } from '@portico/contract/texts/list-texts.ts'
import { useTexts } from '../api/texts.ts'
import { Icon } from '../ui/Icon.tsx'
import { MenuButton } from '../ui/MenuButton.tsx'
import { toast } from '../ui/toast.ts'
import { runAction } from './run-action.ts'

interface ExportMenuProps {
  /** Downloads the filtered rows of all pages. */
  onExport: (format: ExportFormat) => Promise<void>
}

/** Exports a list as a file. */
export function ExportMenu({ onExport }: ExportMenuProps) {
  const t = useTexts(listTexts)
  const [isBusy, setIsBusy] = useState(false)
  const save = async (format: ExportFormat) => {
    if (isBusy) return
    setIsBusy(true)
    const { ok, message } = await runAction(() => onExport(format).then(() => t.list_exported))
    setIsBusy(false)
    if (ok) toast.success(message)
    else toast.error(message)
  }
  return (
    <MenuButton
      label={t.list_export}
      groups={[
        {
          entries: [
            { label: t.list_export_xlsx, icon: 'download', onSelect: () => void save('xlsx') },
            { label: t.list_export_csv, icon: 'download', onSelect: () => void save('csv') },
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
