import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { NewUserDetails } from './new-user-rules.ts'

/** Stores a new user without a password; undefined when the user name is taken, in any case. */
export async function insertUser(tx: Tx, user: NewUserDetails): Promise<number | undefined> {
  const [made] = await tx
    .insertInto('users')
    .values({
      user_name: user.userName,
      first_name: user.firstName,
      middle_initial: user.middleInitial,
      last_name: user.lastName,
      email: user.email,
      work_phone: user.workPhone,
      work_extension: user.workExtension,
      home_phone: user.homePhone,
      mobile_phone: user.mobilePhone,
      fax: user.fax,
      sms_carrier_id: user.carrierId,
      agreed_to_texts_at: user.agreesToTexts ? sql<Date>`clock_now()` : null,
      employee_id: user.employeeId,
      client_id: user.clientId,
      department_id: user.departmentId,
      is_internal: user.isInternal,
      is_us_associate: user.isUsAssociate,
      may_sign_on_as: user.maySignOnAs,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return made?.id
}
