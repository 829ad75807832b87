import { userFieldList } from '@portico/contract/users/user-fields.ts'
import { recordAudit } from '../../areas/audit/audit-store.ts'
import { columnOfField } from '../../areas/account/public.ts'
import type { Tx } from '../../db/database.ts'
import { run, runOne } from '../../db/run.ts'
import { bool, int, nullable, present, statement, text } from '../../db/statement.ts'
import { StartError } from '../../start-error.ts'
import type { ErasedUser } from '../erasure-list.ts'
import type { BackupPerson } from './person-in-backup.ts'

const readTraces = statement([int, text, text, int], {
  name: 'restore person: traces of a lost account',
  text: `
  select $1::integer > coalesce(pg_sequence_last_value('users_id_seq'), 0) as "isBeyond",
         exists (select from audit_events where subject_user_id = $1::integer and event = 'deleted_user_erased') as "isErased",
         exists (select from audit_events
                  where target_kind = 'user' and target_id = $1::integer::text and event = 'user_created'
                    and at not between $2::text::timestamptz - interval '1 minute' and $2::text::timestamptz + interval '1 minute')
           as "isAnother",
         exists (select from users where user_name_folded = fold_user_name($3)) as "isNameTaken",
         (select name::text from clients where id = $4 and not is_deleted) as "clientName"`,
  row: {
    isBeyond: present(bool),
    isErased: present(bool),
    isAnother: present(bool),
    isNameTaken: present(bool),
    clientName: nullable(text),
  },
})

/**
 * Returns the account of a person whom the portal has no row of, as the backup had it.
 * @param erased who was erased; null: there is no list
 * @throws StartError where the account may not come back: nothing of the portal deletes the row of an account, so that
 *   only what has lost it by a fault does
 */
export async function planLostAccount(
  tx: Tx,
  { id, userName, madeAt, status, clientId, isInternal }: BackupPerson,
  erased: readonly ErasedUser[] | null,
) {
  const traces = await runOne(tx, readTraces(id, madeAt, userName, clientId))
  const refuse = (why: string) => new StartError(`${userName} of the backup (user ${id}) ${why}`)
  if (traces.isErased) throw refuse('was erased: erased users do not come back.')
  if (traces.isBeyond || traces.isAnother)
    throw refuse(
      'has no account in this portal, as where it was itself restored to an earlier moment: restore the whole backup, or create the user anew.',
    )
  if (erased === null)
    throw refuse(
      'has no account in this portal any more, and only the signed list of erased users says that they were not erased: name it with --erasures.',
    )
  if (status > 2) throw refuse('was deleted at that moment, and the account is gone: nothing comes back.')
  if (traces.isNameTaken)
    throw refuse('has lost the account, and another user has this name now: rename that one first.')
  if (traces.clientName === null) throw refuse('has lost the account, and its client is deleted: nothing comes back.')
  const { clientName } = traces
  return {
    id,
    userName,
    status: 2,
    clientId,
    isInternal,
    clientName,
    isClientDeleted: false,
    isSame: true,
    isLost: true,
  } as const
}

/** What gives no way in: the carrier goes with the consent to text messages, which was given to the former account. */
const fields = userFieldList.filter(({ name }) => name !== 'maySignOnAs' && name !== 'smsCarrierId')
const columns = [...fields.map(({ name }) => columnOfField(name)), 'sign_in_kind', 'second_factor_required', 'language']
const valueOf = (column: string): string =>
  column === 'department_id' ? '(select id from departments where id = former.department_id)' : `former.${column}`

const insertRow = statement([int, text, text], {
  name: 'restore person: insert lost account',
  text: `
  insert into users (id, created_at, status, previous_status, user_name, client_id, ${columns.join(', ')})
  select $1::integer, $2::text::timestamptz, 2, 1, former.user_name, former.client_id, ${columns.map(valueOf).join(', ')}
    from jsonb_populate_record(null::users, $3::text::jsonb) former
  on conflict do nothing returning id`,
  row: { id: int },
})

/**
 * Adds the account of a person again, under its number, inactive and without any means to sign in.
 * @throws StartError where the name was taken meanwhile
 */
export async function restoreLostAccount(tx: Tx, person: BackupPerson, from: string): Promise<void> {
  const { id, userName, madeAt, account } = person
  const added = await run(tx, insertRow(id, madeAt, JSON.stringify(account)))
  if (added.length === 0) throw new StartError(`${userName} was added meanwhile: nothing is restored. Try again.`)
  recordAudit(tx, null, {
    event: 'person_restored',
    actorId: null,
    subjectId: id,
    sessionId: null,
    target: { kind: 'user', id },
    after: { by: 'restore person', from, account: userName },
  })
}
