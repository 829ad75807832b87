import { columns, type ExportedTable, nameOf } from './exported-table.ts'

const ofUser = 't.user_id = asker.person'
/** Since when, until when, and by whom. */
const grant = {
  ...columns('valid_from', 'valid_to', 'ends_at'),
  grantedBy: nameOf('t.granted_by'),
  closedBy: nameOf('t.closed_by'),
}

/** What a person may use and could use, and how they came to it. */
export const accessTables: Readonly<Record<string, ExportedTable>> = {
  user_system_grants: {
    part: 'access',
    values: { ...grant, application: 'given.name', ...columns('is_admin', 'has_sensitive_data', 'by_group') },
    joins: 'join systems given on given.id = t.system_id',
    where: ofUser,
    without: { id: 'portal' },
  },
  user_page_grants: {
    part: 'access',
    values: { ...grant, page: 'given.name', application: 'offering.name', ...columns('by_group') },
    joins: 'join pages given on given.id = t.page_id join systems offering on offering.id = given.system_id',
    where: ofUser,
    without: { id: 'portal' },
  },
  user_facility_grants: {
    part: 'access',
    values: { ...grant, ...columns('facility_code', 'all_customers', 'by_group'), facility: 'given.name' },
    joins: 'left join facilities given on given.code = t.facility_code',
    where: ofUser,
    without: { id: 'portal' },
  },
  user_customer_grants: {
    part: 'access',
    values: { ...grant, customer: 'given.name', facilityCode: 'given.facility_code', ...columns('by_group') },
    joins: 'join customers given on given.id = t.customer_id',
    where: ofUser,
    without: { id: 'portal' },
  },
  scim_group_members: {
    part: 'access',
    values: { group: `provided.doc ->> 'displayName'` },
    joins: `join scim_groups provided on provided.client_id = t.client_id and provided.id = t.group_id
            join scim_users one on one.client_id = t.client_id and one.id = t.member_id`,
    where: 'one.user_id = asker.person',
  },
  permission_set_holders: {
    part: 'access',
    values: {
      ...columns('valid_from', 'valid_to', 'ends_at', 'by_group'),
      set: 'given.name',
      grantedBy: nameOf('t.granted_by'),
      closedBy: nameOf('t.closed_by'),
    },
    joins: 'join permission_sets given on given.id = t.set_id',
    where: ofUser,
    without: { id: 'portal' },
  },
  access_requests: {
    part: 'access',
    values: {
      ...columns('requested_at', 'id', 'state', 'reason', 'ended_at', 'decision_reason', 'access_ends_at'),
      page: 'asked.name',
      permissionSet: 'named.name',
      decidedBy: nameOf('t.decided_by'),
    },
    joins: 'left join pages asked on asked.id = t.page_id left join permission_sets named on named.id = t.set_id',
    where: ofUser,
  },
  access_review_items: {
    part: 'access',
    values: {
      ...columns('review_id', 'id', 'granted_at', 'is_admin', 'has_sensitive_data', 'decision', 'decided_at'),
      ...columns('is_by_hand'),
      // Another employer does not read the names of what gave access.
      sources: `case when asker.reader is null or (t.sources ->> 'clientId')::integer = asker.reader
                     then t.sources - 'clientId' end`,
      application: 'reviewed.name',
      endedWith: `(select along.name from access_review_items main join systems along on along.id = main.system_id
                    where main.id = t.ended_with)`,
      decidedBy: nameOf('t.decided_by'),
    },
    joins: 'join systems reviewed on reviewed.id = t.system_id',
    where: ofUser,
  },
  access_change_users: {
    part: 'access',
    values: {
      ...columns('changed_at', 'access_change_id', 'state', 'reason', 'before', 'after'),
      kind: 'act.kind',
      startedBy: nameOf('act.owner_id'),
    },
    joins: 'join access_changes act on act.id = t.access_change_id',
    where: ofUser,
  },
  access_changes: {
    part: 'access',
    values: {
      ...columns('created_at', 'id', 'kind', 'state', 'planned_at', 'ended_at'),
      startedByThePerson: 't.owner_id = asker.person',
      // Who gets the documents of a closed account gets neither its reason nor what the account had.
      reason: 'case when t.owner_id = asker.person then t.reason end',
      permissions: 'case when t.owner_id = asker.person then t.permissions end',
      address: 'case when t.owner_id = asker.person then host(t.address) end',
      recipient: nameOf('t.recipient_id'),
    },
    where: 't.owner_id = asker.person or t.recipient_id = asker.person',
    without: { client_id: 'portal', is_fresh: 'portal', session_id: 'portal', request_id: 'portal' },
  },
  user_system_accounts: {
    part: 'access',
    values: {
      ...columns('id', 'name', 'changed_at'),
      type: 'kind.description',
      application: 'holding.name',
      changedBy: nameOf('t.changed_by'),
      clients: `array(select client.name::text from user_system_account_clients given
                        join clients client on client.id = given.client_id where given.account_id = t.id order by 1)`,
      isChosen: 'exists (select from system_account_choices chosen where chosen.account_id = t.id)',
    },
    joins: `join system_account_types kind on kind.id = t.type_id join systems holding on holding.id = kind.system_id`,
    where: ofUser,
    without: { name_folded: 'derived', version: 'portal' },
  },
}
