import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { userImportTexts } from '@portico/contract/user-import/user-import-texts.ts'
import {
  commitUserImport,
  commitValidRows,
  getImportPreview,
  correctUserImport,
  getUserImport,
  listUserImports,
  type UserImport,
} from '@portico/contract/user-import/user-import.ts'
import { IMPORT_ROWS_MAX, importFields } from '@portico/contract/user-import/user-import-rules.ts'
import { listUsers } from '@portico/contract/users/users.ts'
import { invalidate } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import { ImportPanel, type ImportProgress } from '../../patterns/ImportPanel.tsx'
import { linkTo } from '../../patterns/link-to.ts'
import { useScreenSearch } from '../../patterns/list-search.ts'
import { runAction } from '../../patterns/run-action.ts'
import { useAction } from '../../patterns/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { ImportList } from './ImportList.tsx'
import { ImportPreview } from './ImportPreview.tsx'
import {
  followCreation,
  importSearch,
  importQuery,
  progressOf,
  saveResult,
  saveTemplate,
  uploadUsers,
} from './import-queries.ts'
import { importUsers } from './screen.ts'
import { userAdministration } from '../users/screen.ts'

/** After a correction its problems stay on the screen until the rows are checked again. */
function shownProgress(found: UserImport, before: UserImport | null): ImportProgress {
  return found.stateCd === 'checking' && before?.importId === found.importId
    ? { ...progressOf(before), isRechecking: true }
    : progressOf(found)
}

const changed = [getUserImport, listUserImports, getImportPreview]

/** Imports users from a file; the import that was begun is in the address. */
export function ImportUsersPage() {
  const t = useTexts(userImportTexts)
  const { admin_import_users: title, admin_users: users } = useTexts(adminMenuTexts)
  const { uid } = useSignedIn()
  const router = useRouter()
  const { import: importId = null } = useScreenSearch(importSearch)
  const found = useQuery({ ...importQuery(uid, importId ?? 0), enabled: importId !== null })
  // What is shown while the rows are checked again after a correction.
  const [before, setBefore] = useState<UserImport | null>(null)
  const correct = useAction(correctUserImport, { invalidate: changed })
  const commit = useAction(commitUserImport, { invalidate: changed })
  const commitValid = useAction(commitValidRows, { invalidate: changed })
  const state = found.data?.stateCd
  useEffect(() => {
    if (state === 'created') void invalidate(listUsers)
    if (state === 'creating') followCreation(uid, importId ?? 0)
  }, [state, uid, importId])
  const goTo = (id: number | null) => {
    const search = router.options.stringifySearch(id === null ? {} : { import: id })
    return router.navigate({ href: importUsers.link() + search })
  }
  return (
    <AdminPage
      title={title}
      subtitle={t.import_subtitle}
      actions={<Button root={(props) => <Link {...props} to={userAdministration.link()} />}>{users}</Button>}
    >
      <ImportPanel
        progress={importId !== null && found.data ? shownProgress(found.data, before) : null}
        rowsMax={IMPORT_ROWS_MAX}
        help={t.import_access_help}
        onUpload={async (file, onProgress) => {
          const { ok, message } = await runAction(async () => {
            await goTo(await uploadUsers(uid, file, onProgress))
            return ''
          })
          return ok ? null : message
        }}
        preview={importId !== null && <ImportPreview uid={uid} importId={importId} />}
        createdNote={t.import_created_help}
        createdAction={
          <Button
            kind="primary"
            icon="users"
            root={(props) => (
              <Link {...props} {...linkTo(userAdministration.link(), { import: found.data?.importId ?? 0 })} />
            )}
          >
            {formatMessage(t.import_show_users, { count: found.data?.rowCount ?? 0 })}
          </Button>
        }
        onCommitValid={() => commitValid.submit({ params: { uid, importId: importId ?? 0 } })}
        onOpenWaiting={() => void goTo(found.data?.waitingImportId ?? null)}
        onCommit={() => commit.submit({ params: { uid, importId: importId ?? 0 } })}
        onCorrect={({ row, field, value, everywhere }) => {
          if (found.data) setBefore(found.data)
          const fieldCd = importFields.find((each) => each === field) ?? 'userNm'
          return correct.submit({
            params: { uid, importId: importId ?? 0 },
            body: { rowNbr: row, fieldCd, valueTxt: value, sameValuesFlg: everywhere },
          })
        }}
        onRestart={() => void goTo(null)}
        onTemplate={(format) => saveTemplate(uid, format)}
        onResult={(format) => saveResult(uid, importId ?? 0, format)}
      />
      {importId === null && <ImportList uid={uid} />}
    </AdminPage>
  )
}
