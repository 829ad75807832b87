import { userFieldList } from '@portico/contract/users/user-fields.ts'
import { columns, type ExportedTable, nameOf } from './exported-table.ts'

const ofUser = 't.user_id = asker.person'
const ofOwner = 't.owner_id = asker.person'
/** Each of two indexes has the documents of owners in one of these states. */
const inAnyState = (document: string) => `(${document}.trashed_at is null or ${document}.trashed_at is not null)`

/** What a person has stored in the portal. */
export const contentTables: Readonly<Record<string, ExportedTable>> = {
  documents: {
    part: 'content',
    isHiddenFromClients: true,
    values: columns('id', 'name', 'extension', 'version', 'size_bytes', 'stored_at', 'created_at', 'trashed_at'),
    where: `${ofOwner} and ${inAnyState('t')}`,
  },
  document_versions: {
    part: 'content',
    isHiddenFromClients: true,
    values: columns('document_id', 'version', 'size_bytes', 'stored_at', 'file_id'),
    joins: 'join documents document on document.id = t.document_id',
    where: `document.owner_id = asker.person and ${inAnyState('document')}`,
  },
  document_shares: {
    part: 'content',
    isHiddenFromClients: true,
    values: {
      ...columns('shared_at', 'id', 'document_id', 'expires_on', 'opened_at'),
      documentName: 'document.name',
      sharedByThePerson: 'document.owner_id = asker.person',
      owner: nameOf('document.owner_id'),
      recipient: nameOf('t.recipient_id'),
    },
    joins: 'join documents document on document.id = t.document_id',
    // Each half has its index; with "or" both tables would be read whole.
    where: `t.id in (
      select share.id from documents own join document_shares share on share.document_id = own.id
       where own.owner_id = $1 and ${inAnyState('own')}
       union all select received.id from document_shares received where received.recipient_id = $1)`,
  },
  document_spaces: { part: 'content', values: columns('used_bytes'), where: ofUser },
  user_links: {
    part: 'content',
    isHiddenFromClients: true,
    values: columns('created_at', 'id', 'name', 'address'),
    where: ofUser,
  },
}

const internalFields = userFieldList.filter(({ isInternalOnly }) => isInternalOnly)
/** The keys of fields that only internal administrators see, in the columns of a file and in a user. */
const internalKeys = [...new Set(internalFields.flatMap(({ name, wire }) => [name, wire]))]

const withoutInternalFields = (column: string) =>
  `case when asker.sees_internal then ${column} else ${column} - array['${internalKeys.join("','")}'] end`

/** Requests and acts of a person, and the messages that the portal sent to them. */
export const activityTables: Readonly<Record<string, ExportedTable>> = {
  enhancement_requests: {
    part: 'activity',
    values: {
      ...columns('created_at', 'id', 'state', 'comment', 'wants_contact', 'answer', 'updated_at'),
      tile: 'about.name',
      client: 'client.name::text',
      changedBy: nameOf('t.changed_by'),
    },
    joins: 'join sections about on about.id = t.section_id join clients client on client.id = t.client_id',
    where: ofUser,
    without: { version: 'portal' },
  },
  outbox_mails: {
    part: 'activity',
    isHiddenFromClients: true,
    values: columns(
      'created_at',
      'id',
      'template',
      'to_address',
      'state',
      'sent_at',
      'good_until',
      'attempts',
      'last_error',
    ),
    where: 't.reader_id = asker.person',
    // Fields hold one-time passwords and links, and names of others.
    without: {
      fields: 'secret',
      body_id: 'portal',
      dedupe_key: 'portal',
      next_attempt_at: 'portal',
      client_id: 'portal',
    },
  },
  reports: {
    part: 'activity',
    values: {
      ...columns('requested_at', 'id', 'kind', 'criteria', 'state', 'failure', 'row_count', 'completed_at'),
      ...columns('expires_at'),
    },
    where: ofOwner,
    without: { about_client_id: 'portal', attempt: 'portal', summary: 'others' },
  },
  report_exports: {
    part: 'activity',
    values: columns('renewed_at', 'state'),
    where: ofOwner,
    without: { token: 'secret' },
  },
  person_exports: {
    part: 'activity',
    values: {
      ...columns('requested_at', 'id', 'state', 'language', 'completed_at', 'downloaded_at', 'expires_at'),
      aboutThePerson: 't.about_id = asker.person',
      requestedBy: nameOf('t.owner_id'),
    },
    where: 't.about_id = asker.person or t.owner_id = asker.person',
    without: { attempt: 'portal', file_id: 'portal' },
  },
  user_imports: {
    part: 'activity',
    values: {
      ...columns('created_at', 'id', 'file_name', 'state', 'row_count', 'done_count', 'error_count', 'warning_count'),
      address: 'host(t.address)',
    },
    where: ofOwner,
    without: {
      client_id: 'portal',
      session_id: 'portal',
      request_id: 'portal',
      first_import_id: 'portal',
      is_refused: 'portal',
      is_fresh: 'portal',
    },
  },
  user_import_rows: {
    part: 'activity',
    // The row from which the account of the person was made; rows about others are theirs.
    values: {
      ...columns('import_id', 'row_number', 'access'),
      given: withoutInternalFields('t.given'),
      details: withoutInternalFields('t.details'),
    },
    where: 't.created_user_id = asker.person',
    without: {
      faults: 'portal',
      issues: 'portal',
      has_error: 'portal',
      user_name_folded: 'derived',
      email_folded: 'derived',
      person_folded: 'derived',
    },
  },
  client_log_entries: {
    part: 'activity',
    isHiddenFromClients: true,
    values: columns('created_at', 'id', 'kind', 'message', 'url', 'build'),
    where: ofUser,
    without: { stack: 'portal', cause: 'portal', request_id: 'portal' },
  },
}
