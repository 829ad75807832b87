import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { IMPORT_KEPT_DAYS } from '@portico/contract/user-import/user-import-rules.ts'
import { userImportTexts } from '@portico/contract/user-import/user-import-texts.ts'
import type { ListedUserImport } from '@portico/contract/user-import/user-import.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { DataTable } from '../../patterns/DataTable.tsx'
import { formatInstant, formatNumber } from '../../ui/format.ts'
import { Panel } from '../../ui/Panel.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { importListQuery } from './import-queries.ts'
import { importUsers } from './screen.ts'

/** The administrator's own imports, each with what became of it; what waits for corrections is opened from here. */
export function ImportList({ uid }: { uid: number }) {
  const t = useTexts(userImportTexts)
  const { options } = useRouter()
  const { data: imports = [] } = useQuery(importListQuery(uid))
  if (imports.length === 0) return null
  return (
    <Panel title={t.import_list} help={formatMessage(t.import_list_kept, { count: IMPORT_KEPT_DAYS })}>
      <DataTable
        caption={t.import_list}
        columns={[
          { key: 'file', title: t.import_list_file, truncate: 'wide', cell: ({ fileNm }) => fileNm },
          { key: 'state', title: t.import_list_state, cell: (each) => <ImportState found={each} /> },
          { key: 'rows', title: t.import_list_rows, align: 'end', cell: ({ rowCount }) => formatNumber(rowCount) },
          {
            key: 'createdDt',
            title: t.import_list_uploaded,
            oneLine: true,
            cell: ({ createdDt }) => formatInstant(createdDt),
          },
        ]}
        rows={imports}
        rowKey={({ importId }) => importId}
        rowName={({ fileNm, createdDt }) =>
          formatMessage(t.import_list_open, { file: fileNm, time: formatInstant(createdDt) })
        }
        rowTarget={({ importId }) => importUsers.link() + options.stringifySearch({ import: importId })}
      />
    </Panel>
  )
}

function ImportState({ found: { stateCd, errorCount } }: { found: ListedUserImport }) {
  const t = useTexts(userImportTexts)
  if (stateCd === 'checked' && errorCount > 0)
    return <StatusDot tone="warning">{formatMessage(t.import_state_errors, { count: errorCount })}</StatusDot>
  const tone = {
    created: 'success',
    failed: 'error',
    checked: 'info',
    checking: 'neutral',
    creating: 'neutral',
  } as const
  return <StatusDot tone={tone[stateCd]}>{t[`import_state_${stateCd}`]}</StatusDot>
}
