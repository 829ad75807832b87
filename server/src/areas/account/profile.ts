import type { UserFieldName } from '@portico/contract/users/user-fields.ts'
import type { Profile, SectionSort } from '@portico/contract/account/account.ts'
import { type Language, languageOfCode } from '@portico/contract/texts/languages.ts'
import type { Tx } from '../../db/database.ts'
import { refuseChanged } from '../../http/answers.ts'
import { sentences } from '../../http/sentences.ts'
import type { AccountDeps } from './account-deps.ts'
import { readOnlyFieldsOf } from './profile-rules.ts'
import { runFirst } from '../../db/run.ts'
import { arrayOf, bool, instant, int, nullable, statement, text, textOf } from '../../db/statement.ts'

/** The parts of an account that its owner sees and changes. */
export interface OwnAccount {
  id: number
  userName: string
  firstName: string
  middleInitial: string | null
  lastName: string
  email: string
  pendingEmail: string | null
  workPhone: string | null
  mobilePhone: string | null
  smsCarrierId: number | null
  carrierDomain: string | null
  carrierIsActive: boolean | null
  agreedToTextsAt: Date | null
  clientId: number
  clientName: string
  pendingClientId: number | null
  pendingClientName: string | null
  jobTitle: string | null
  departmentId: number | null
  departmentName: string | null
  securityQuestionId: number | null
  sectionSort: SectionSort
  language: Language | null
  isInternal: boolean
  isUsAssociate: boolean
  signInKind: 'password' | 'directory' | 'federated'
  /** Fields that the directory of the employer provides. */
  providedFields: UserFieldName[]
  wantsSms: boolean
  version: number
  /** The latest change of the profile, by whomever; the creation where there was none. */
  changedAt: Date
}

const ownAccount = statement([int], {
  name: 'account: own account',
  text: `
  select u.id, u.user_name as "userName", u.first_name as "firstName", u.middle_initial as "middleInitial",
         u.last_name as "lastName", u.email, u.pending_email as "pendingEmail", u.work_phone as "workPhone",
         u.mobile_phone as "mobilePhone", u.sms_carrier_id as "smsCarrierId", carrier.email_domain as "carrierDomain",
         carrier.is_active as "carrierIsActive", u.agreed_to_texts_at as "agreedToTextsAt",
         u.client_id as "clientId", c.name::text as "clientName", u.pending_client_id as "pendingClientId",
         wanted.name::text as "pendingClientName",
         u.job_title as "jobTitle", u.department_id as "departmentId", d.name::text as "departmentName",
         u.security_question_id as "securityQuestionId", u.section_sort as "sectionSort", u.language,
         u.is_internal as "isInternal", u.is_us_associate as "isUsAssociate", u.sign_in_kind as "signInKind",
         u.provided_fields as "providedFields", u.profile_version as version,
         coalesce(u.profile_changed_at, u.created_at) as "changedAt",
         exists (select from user_notification_types chosen
                   join notification_types type on type.id = chosen.notification_type_id
                  where chosen.user_id = u.id and type.is_text_message) as "wantsSms"
    from users u
    join clients c on c.id = u.client_id
    left join clients wanted on wanted.id = u.pending_client_id
    left join sms_carriers carrier on carrier.id = u.sms_carrier_id
    left join departments d on d.id = u.department_id
   where u.id = $1`,
  row: {
    id: int,
    userName: text,
    firstName: text,
    middleInitial: nullable(text),
    lastName: text,
    email: text,
    pendingEmail: nullable(text),
    workPhone: nullable(text),
    mobilePhone: nullable(text),
    smsCarrierId: nullable(int),
    carrierDomain: nullable(text),
    carrierIsActive: nullable(bool),
    agreedToTextsAt: nullable(instant),
    clientId: int,
    clientName: text,
    pendingClientId: nullable(int),
    pendingClientName: nullable(text),
    jobTitle: nullable(text),
    departmentId: nullable(int),
    departmentName: nullable(text),
    securityQuestionId: nullable(int),
    sectionSort: textOf<SectionSort>(),
    language: nullable(textOf<Language>()),
    isInternal: bool,
    isUsAssociate: bool,
    signInKind: textOf<'password' | 'directory' | 'federated'>(),
    providedFields: arrayOf(textOf<UserFieldName>()),
    version: int,
    changedAt: instant,
    wantsSms: bool,
  },
})

/** Returns the account of an existing user. */
export async function readOwnAccount(tx: Tx, userId: number): Promise<OwnAccount> {
  const row = await runFirst(tx, ownAccount(userId))
  if (!row) throw new Error('The signed-in user has no row')
  return { ...row, language: languageOfCode(row.language) }
}

/**
 * The '409' about an account that its owner has changed in another tab, or an administrator, whose name the owner may
 * not read.
 */
export const refuseStaleAccount = ({ changedAt }: OwnAccount) =>
  refuseChanged(sentences.account_stale, { changedByNm: null, changedDt: changedAt })

/** The account with wire names. */
export const profileOf = (
  account: OwnAccount,
  { directoryFields, phones }: Pick<AccountDeps, 'directoryFields' | 'phones'>,
): Profile => ({
  userId: account.id,
  userNm: account.userName,
  firstNm: account.firstName,
  midInitial: account.middleInitial,
  lastNm: account.lastName,
  emailAddress: account.email,
  pendingEmailAddress: account.pendingEmail,
  workPhone: account.workPhone,
  mobilePhnNbr: account.mobilePhone,
  smsCarrierId: account.smsCarrierId,
  agreedToTextsFlg: account.agreedToTextsAt !== null,
  employerId: account.clientId,
  employerNm: account.clientName,
  pendingEmployerId: account.pendingClientId,
  pendingEmployerNm: account.pendingClientName,
  jobTitleDscTxt: account.jobTitle,
  departmentId: account.departmentId,
  departmentNm: account.departmentName,
  securityQuestionId: account.securityQuestionId,
  pswdPhrase: null,
  sectionSortPrfTxt: account.sectionSort,
  languageCd: account.language,
  internalUserFlg: account.isInternal,
  usAssociate: account.isUsAssociate,
  federatedUser: account.signInKind === 'federated',
  idmuser: account.signInKind === 'directory',
  internationalPhonesFlg: phones.isInternational,
  readOnlyFields: readOnlyFieldsOf(account, directoryFields),
  version: account.version,
})
