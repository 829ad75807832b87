import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { DirectoryConflict } from '@portico/contract/scim/directory-groups.ts'
import { directoryGroupTexts } from '@portico/contract/scim/directory-group-texts.ts'
import { listTexts } from '@portico/contract/texts/list-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import { QueryContent } from '../../patterns/QueryContent.tsx'
import { formatInstant } from '../../ui/format.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { userProfile } from '../user-profile/screen.ts'
import { ConflictDecision } from './ConflictDecision.tsx'
import { directoryConflictsQuery } from './directory-queries.ts'

/** People whom the directory of a client could not provide, with the reason and what helps. */
export function ConflictsPanel({ clientId }: { clientId: number }) {
  const t = useTexts(directoryGroupTexts)
  const { list_failed: failed } = useTexts(listTexts)
  const { uid } = useSignedIn()
  const conflicts = useQuery(directoryConflictsQuery(uid, clientId))
  return (
    <Panel title={t.directory_conflicts} help={t.directory_conflicts_help}>
      <PanelBody>
        <QueryContent query={conflicts} failed={failed}>
          {(found) =>
            found.length === 0 ? (
              <p>{t.directory_conflicts_none}</p>
            ) : (
              <ul>
                {found.map((conflict) => (
                  <ConflictItem key={conflict.conflictId} clientId={clientId} conflict={conflict} t={t} />
                ))}
              </ul>
            )
          }
        </QueryContent>
      </PanelBody>
    </Panel>
  )
}

const keyOf = {
  'name-taken': 'directory_conflict_name_taken',
  administrator: 'directory_conflict_administrator',
  deleted: 'directory_conflict_deleted',
  'other-person': 'directory_conflict_other_person',
  several: 'directory_conflict_several',
} as const satisfies Record<DirectoryConflict['reasonCd'], keyof typeof directoryGroupTexts>

interface ConflictItemProps {
  clientId: number
  conflict: DirectoryConflict
  t: Texts<typeof directoryGroupTexts>
}

function ConflictItem({ clientId, conflict, t }: ConflictItemProps) {
  const { userNm, externalIdTxt, reasonCd, userId, accountNm, attemptCnt, lastDt } = conflict
  return (
    <li>
      <strong>{externalIdTxt === null ? userNm : `${userNm} (${externalIdTxt})`}</strong>
      <br />
      {t[keyOf[reasonCd]]}
      {userId !== null && accountNm !== null && (
        <>
          {' '}
          <Link to={userProfile.link({ userId, tabName: 'overview' })}>
            {formatMessage(t.directory_conflict_account, { account: accountNm })}
          </Link>
        </>
      )}
      <br />
      {formatMessage(t.directory_conflict_tries, { count: attemptCnt, moment: formatInstant(lastDt) })}
      <ConflictDecision clientId={clientId} conflict={conflict} />
    </li>
  )
}
