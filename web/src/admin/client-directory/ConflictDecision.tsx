import { useState } from 'react'
import {
  type ConflictDecisionBody,
  decideDirectoryConflict,
  type DirectoryConflict,
  listDirectoryConflicts,
} from '@portico/contract/scim/directory-groups.ts'
import { directoryGroupTexts } from '@portico/contract/scim/directory-group-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { runAction } from '../../patterns/run-action.ts'
import { offerUndo } from '../../patterns/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { formatInstant } from '../../ui/format.ts'
import { toast } from '../../ui/toast.ts'
import classes from './ClientDirectoryTab.module.css'

interface ConflictDecisionProps {
  clientId: number
  conflict: DirectoryConflict
}

/** What was decided about a person who could not be provided, or what can be decided. */
export function ConflictDecision({ clientId, conflict }: ConflictDecisionProps) {
  const { conflictId, userNm: name, accounts, decisionCd, linkUserId } = conflict
  const t = useTexts(directoryGroupTexts)
  const { uid } = useSignedIn()
  const [asked, setAsked] = useState<ConflictDecisionBody | null>(null)
  const send = async (body: ConflictDecisionBody) =>
    (await request(decideDirectoryConflict, { params: { uid, clientId, conflictId }, body })).message
  const decide = (body: ConflictDecisionBody) =>
    runAction(async () => {
      const message = await send(body)
      offerUndo(message, () => send({ decisionCd: decisionCd ?? 'none', userId: linkUserId }), changed)
      return message
    }, changed)
  const withdraw = async () => {
    const { ok, message } = await decide({ decisionCd: 'none', userId: null })
    if (!ok) toast.error(message)
  }
  return (
    <div
      role="group"
      aria-label={formatMessage(t.directory_conflict_actions, { name })}
      className={classes['decision']}
    >
      {decisionCd === null ? (
        <>
          {accounts.map(({ userId, accountNm: account }) => (
            <Button key={userId} size="s" onClick={() => setAsked({ decisionCd: 'link', userId })}>
              {formatMessage(t.directory_conflict_link, { account })}
            </Button>
          ))}
          <Button size="s" onClick={() => setAsked({ decisionCd: 'refuse', userId: null })}>
            {t.directory_conflict_refuse}
          </Button>
        </>
      ) : (
        <>
          <Decided conflict={conflict} />
          <Button size="s" onClick={() => void withdraw()}>
            {t.directory_conflict_withdraw}
          </Button>
        </>
      )}
      {asked && (
        <DecisionModal
          conflict={conflict}
          body={asked}
          onConfirm={() => decide(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  )
}

const changed = [listDirectoryConflicts]

const accountIn = ({ accounts }: DirectoryConflict, userId: number | null) =>
  accounts.find((one) => one.userId === userId)?.accountNm

function Decided({ conflict }: { conflict: DirectoryConflict }) {
  const { decisionCd, linkUserId, decidedByNm, decidedDt } = conflict
  const t = useTexts(directoryGroupTexts)
  const account = accountIn(conflict, linkUserId)
  const linking = account === undefined ? t.directory_conflict_linking_gone : t.directory_conflict_linking
  return (
    <span>
      {formatMessage(decisionCd === 'link' ? linking : t.directory_conflict_refused, {
        account: account ?? '',
        name: decidedByNm ?? t.directory_conflict_unknown,
        moment: decidedDt ? formatInstant(decidedDt) : '–',
      })}
    </span>
  )
}

interface DecisionModalProps {
  conflict: DirectoryConflict
  body: ConflictDecisionBody
  onConfirm: () => ReturnType<typeof runAction>
  onClose: () => void
}

function DecisionModal({ conflict, body: { decisionCd, userId }, onConfirm, onClose }: DecisionModalProps) {
  const t = useTexts(directoryGroupTexts)
  const { cancel } = useTexts(generalTexts)
  const { userNm: name } = conflict
  const isLink = decisionCd === 'link'
  return (
    <ConfirmModal
      opened
      title={
        isLink
          ? formatMessage(t.directory_conflict_link_title, { name, account: accountIn(conflict, userId) ?? '' })
          : formatMessage(t.directory_conflict_refuse_title, { name })
      }
      confirmLabel={isLink ? t.directory_conflict_link_confirm : t.directory_conflict_refuse_confirm}
      cancelLabel={cancel}
      danger={!isLink}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{isLink ? t.directory_conflict_link_text : t.directory_conflict_refuse_text}</p>
    </ConfirmModal>
  )
}
