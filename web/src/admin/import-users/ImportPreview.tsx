import { useQuery } from '@tanstack/react-query'
import { fullName } from '@portico/contract/users/full-name.ts'
import { userImportTexts } from '@portico/contract/user-import/user-import-texts.ts'
import { getImportPreview, type ImportPreview as Preview } from '@portico/contract/user-import/user-import.ts'
import { query } from '../../api/query.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import { DataTable } from '../../patterns/DataTable.tsx'
import { QueryContent } from '../../patterns/QueryContent.tsx'
import { Panel } from '../../ui/Panel.tsx'

interface ImportPreviewProps {
  uid: number
  importId: number
}

/** What will be there once the rows without errors are imported: how many users of whom, and the first of them. */
export function ImportPreview({ uid, importId }: ImportPreviewProps) {
  const t = useTexts(userImportTexts)
  const preview = useQuery({ ...query(getImportPreview, { params: { uid, importId } }), staleTime: 0 })
  return (
    <QueryContent query={preview} failed={t.import_preview_failed}>
      {(data) => data.userCnt > 0 && <PreviewPanel data={data} />}
    </QueryContent>
  )
}

function PreviewPanel({ data }: { data: Preview }) {
  const t = useTexts(userImportTexts)
  const applications = {
    key: 'applications',
    title: t.import_preview_applications,
    cell: (user: Preview['users'][number]) => user.applications.join(', '),
  }
  const sets = {
    key: 'sets',
    title: t.import_preview_set_names,
    cell: (user: Preview['users'][number]) => user.setNms.join(', '),
  }
  return (
    <Panel title={t.import_preview} help={summaryOf(data, t)}>
      <DataTable
        caption={formatMessage(t.import_preview_first, { count: data.users.length })}
        columns={[
          { key: 'name', title: t.import_preview_name, truncate: 'wide', cell: fullName },
          { key: 'userNm', title: t.import_preview_user_id, truncate: 'narrow', cell: ({ userNm }) => userNm },
          { key: 'email', title: t.import_preview_email, truncate: 'wide', cell: ({ emailAddress }) => emailAddress },
          {
            key: 'employer',
            title: t.import_preview_employer_name,
            truncate: 'narrow',
            cell: ({ employerNm }) => employerNm,
          },
          ...(data.accessUserCnt > 0 ? [applications] : []),
          ...(data.setUserCnt > 0 ? [sets] : []),
        ]}
        rows={data.users}
        rowKey={({ rowNbr }) => rowNbr}
      />
    </Panel>
  )
}

/** Counts of users, of their employers and of their access, as sentences. */
function summaryOf(preview: Preview, t: Texts<typeof userImportTexts>): string {
  const { userCnt, employers, employerCnt, accessUserCnt, setUserCnt, endingUserCnt } = preview
  const more = employerCnt - employers.length
  const counts = employers.map(({ employerNm, userCnt: count }) =>
    formatMessage(t.import_preview_employer, { employer: employerNm, count }),
  )
  const named = (application: string, count: number) =>
    formatMessage(t.import_preview_application, { application, count })
  const ending = endingUserCnt > 0 ? [formatMessage(t.import_preview_ends, { count: endingUserCnt })] : []
  const sets = preview.sets.map(({ setNm, userCnt: count }) => named(setNm, count))
  const applications = preview.applications.map(({ systemNm, userCnt: count }) => named(systemNm, count))
  return [
    formatMessage(t.import_preview_users, { count: userCnt }),
    [...counts, ...(more > 0 ? [formatMessage(t.import_preview_employers_more, { count: more })] : [])].join('; '),
    ...(accessUserCnt > 0
      ? [
          formatMessage(t.import_preview_access, {
            count: accessUserCnt,
            applications: [...applications, ...(setUserCnt > 0 ? [] : ending)].join('; '),
          }),
        ]
      : []),
    ...(setUserCnt > 0
      ? [formatMessage(t.import_preview_sets, { count: setUserCnt, sets: [...sets, ...ending].join('; ') })]
      : []),
  ].join('. ')
}
