import { emailDomain } from '@portico/contract/account/account-rules.ts'
import type { DataOf } from '@portico/contract/kit/endpoint.ts'
import type * as contract from '@portico/contract/account/account.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { Translate } from '../../http/sentences.ts'
import { nameInWords } from '../../http/shipped-names.ts'
import { run, runFirst } from '../../db/run.ts'
import { bool, int, statement, text } from '../../db/statement.ts'

type Types = DataOf<typeof contract.listNotificationTypes>

/** Notification types with their shipped names in the words of the reader. */
export const typesInWords = (translate: Translate, types: Types): Types =>
  types.map((type) => ({ ...type, notificationTypeNm: nameInWords(translate, type.notificationTypeNm) }))

const typeColumns = `type.id as "notificationTypeId", type.name as "notificationTypeNm", type.is_text_message as "textMessageFlg"`

const typeRow = { notificationTypeId: int, notificationTypeNm: text, textMessageFlg: bool }

const allTypes = statement([], {
  name: 'account: notification types',
  text: `select ${typeColumns} from notification_types type order by display_order, id`,
  row: typeRow,
})

export const notificationTypes = (db: Db): Promise<Types> => run(db, allTypes())

const selectUserNotificationTypes = statement([int], {
  name: 'account: select user notification types',
  text: `select ${typeColumns} from user_notification_types chosen
       join notification_types type on type.id = chosen.notification_type_id
      where chosen.user_id = $1 order by type.display_order, type.id`,
  row: typeRow,
})

export const ownNotificationTypes = (tx: Tx, userId: number): Promise<Types> =>
  run(tx, selectUserNotificationTypes(userId))

const allDepartments = statement([], {
  name: 'account: departments',
  text: 'select id as "departmentId", name::text as "departmentNm" from departments order by name',
  row: { departmentId: int, departmentNm: text },
})

export const departments = (db: Db): Promise<DataOf<typeof contract.listDepartments>> => run(db, allDepartments())

const activeCarriers = statement([], {
  name: 'account: active carriers',
  text: `select id as "smsCarrierId", name as "smsCarrierNm", email_domain as "emailDomainTxt"
       from sms_carriers where is_active order by lower(name), id`,
  row: { smsCarrierId: int, smsCarrierNm: text, emailDomainTxt: text },
})

/** Carriers that are still in service. */
export const carriers = (db: Db): Promise<DataOf<typeof contract.listCarriers>> => run(db, activeCarriers())

const employersOfDomain = statement([text], {
  name: 'account: employers of domain',
  text: `select client.id as "clientId", client.name::text as "clientNm"
       from client_domains domain join clients client on client.id = domain.client_id
      where domain.domain = $1 and domain.is_confirmed and not client.is_deleted order by client.name, client.id`,
  row: { clientId: int, clientNm: text },
})

/** Employers that use the domain of a confirmed address (decision D1). */
export const employersOf = (db: Db, email: string): Promise<DataOf<typeof contract.listClientsByDomain>> =>
  run(db, employersOfDomain(emailDomain(email)))

const departmentById = statement([int], {
  name: 'account: department by id',
  text: 'select from departments where id = $1',
})

export async function isDepartment(db: Db, id: number): Promise<boolean> {
  return (await run(db, departmentById(id))).length > 0
}

const activeCarrier = statement([int], {
  name: 'account: active carrier',
  text: 'select email_domain as "emailDomain" from sms_carriers where id = $1 and is_active',
  row: { emailDomain: text },
})

/** The domain of a carrier that is still in service. */
export async function findCarrierDomain(db: Db, id: number): Promise<string | undefined> {
  return (await runFirst(db, activeCarrier(id)))?.emailDomain
}
