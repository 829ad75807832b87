import type { Announcement } from '@portico/contract/announcements/announcement-admin.ts'
import type { ContactList } from '@portico/contract/clients/client-contacts.ts'
import type { UserCustomers } from '@portico/contract/customers/user-customers.ts'
import { internationalPhones } from '@portico/contract/phones/international-phones.ts'
import { tenDigitPhones } from '@portico/contract/phones/phone-numbers.ts'
import type { SamlIdentityProvider } from '@portico/contract/federation/identity-providers.ts'
import type { LicenseVersion } from '@portico/contract/licenses/licenses.ts'
import type { JobSchedule } from '@portico/contract/jobs/jobs.ts'
import type { SignOnSettings } from '@portico/contract/sign-on-settings/sign-on-settings.ts'
import type { SystemAccount } from '@portico/contract/system-accounts/system-accounts.ts'
import { describe, expect, test } from 'vitest'
import { byText } from '../test/account.ts'
import { annsProfile } from '../test/people.ts'
import { profile } from '../test/user-profile.ts'
import { type ChosenSystem, newUserBody, nobody } from './admin/add-user/add-user-steps.ts'
import { type Details, noDetails, userOf } from './admin/add-user/details-form.ts'
import { announcementFieldsOf, payloadOf } from './admin/announcements/announcement-form.ts'
import { draftOf, sentApplication } from './admin/application-settings/application-form.ts'
import { contactFields, contactsChange } from './admin/client-contacts/contacts-form.ts'
import { providerChange, providerFieldsOf } from './admin/identity-providers/identity-provider-form.ts'
import { jobFieldsOf } from './admin/jobs/job-form.ts'
import { licenseBody, licenseValues } from './admin/licenses/license-form.ts'
import { settingsChange, signOnFieldsOf } from './admin/sign-on-settings/sign-on-settings-form.ts'
import { accountChangeOf, accountFieldsOf } from './admin/system-accounts/accounts-form.ts'
import { customerChangeOf, valuesOf } from './admin/user-customers/customers-form.ts'
import { detailFieldsOf, detailsBody, phonesOf } from './admin/user-profile/details-form.ts'
import { permissionFieldsOf, permissionsBody } from './admin/permissions/permissions-form.ts'
import {
  notificationChange,
  notificationsOf,
  ownPhonesOf,
  userInfoChange,
  userInfoOf,
} from './portal/account-settings/account-form.ts'

type Values = Readonly<Record<string, unknown>>

interface SavedForm {
  /** A record with another value in each field. */
  record: Values
  /** What a save sends where nothing was changed. */
  sent: (record: never) => object | undefined
  /** Names of the call that differ from those of the record. */
  names?: Readonly<Record<string, string>>
  /** What does not come from the record. */
  beside?: readonly string[]
}

const date = (day: number) => new Date(Date.UTC(2027, 0, day, 12))
const pem = (text: string) => `-----BEGIN CERTIFICATE-----${text}-----END CERTIFICATE-----`

/** Telephones that are stored stay, in whichever form. */
const german = internationalPhones('DE')

const signOn = {
  systemId: 8,
  systemNm: 'Desk',
  nameSourceCd: 'email',
  attributeList: [{ attributeNm: 'mail', factCd: 'email' }],
  entityIdTxt: 'urn:desk',
  acsList: [{ urlTxt: 'https://desk.test/acs', indexTxt: '4' }],
  audienceTxt: 'urn:audience',
  nameIdFormatCd: 'persistent',
  signedRequestsFlg: false,
  signingCertificateList: [pem('one')],
  encryptionCertificateTxt: pem('two'),
  formOriginList: ['https://form.test'],
  publicClientFlg: false,
  redirectUrlList: ['https://desk.test/callback'],
  backChannelLogoutUrlTxt: 'https://desk.test/back',
  browserLogoutUrl: 'https://desk.test/front',
  version: 5,
  systemVersion: 6,
}
const sentSettings = (settings: SignOnSettings) => settingsChange(settings, signOnFieldsOf(settings))

const named = (...ids: readonly number[]) =>
  ids.map((id) => ({ clsVldValId: id, valueCd: `code ${id}` as never, valueMediumNm: '' }))
const announcementValues = { types: named(1, 2), userTypes: named(3, 4), statuses: named(5) }

const forms: Readonly<Record<string, SavedForm>> = {
  'an identity provider': {
    record: {
      samlIdentityProviderId: 3,
      samlIdentityProviderNm: 'Lindqvist',
      signOutUrlTxt: 'https://id.test/out',
      emailAttributeNm: 'mail',
      firstNmAttributeNm: 'givenName',
      lastNmAttributeNm: 'sn',
      prevCertExpireDt: null,
      version: 7,
    },
    sent: (provider: SamlIdentityProvider) => providerChange(provider, providerFieldsOf(provider)),
  },
  'a sign-on by SAML': { record: { ...signOn, protocolCd: 'saml' }, sent: sentSettings },
  'a sign-on by OpenID Connect': { record: { ...signOn, protocolCd: 'oidc' }, sent: sentSettings },
  'the details of a user': {
    record: {
      firstNm: 'Ada',
      midInitial: 'M',
      lastNm: 'Root',
      emailAddress: 'ada@a.test',
      jobTitleDscTxt: 'Clerk',
      employeeId: 'E1',
      workPhone: '2065550101',
      workExt: '55',
      homePhone: '2065550102',
      mobilePhnNbr: '2065550103',
      faxNum: '2065550104',
      employerId: 5,
      departmentId: 6,
      smsCarrierId: 8,
      userStatus: 2,
      internalUserFlg: false,
      usAssociate: false,
      signOnAsFlg: false,
      agreeText: false,
    },
    sent: (user: typeof profile.user) => {
      const phones = phonesOf(german, user)
      return detailsBody(detailFieldsOf({ ...profile, user }, phones), user, phones).user
    },
  },
  'the details of a new user': {
    record: {
      ...noDetails,
      firstNm: 'Ada',
      midInitial: 'M',
      lastNm: 'Root',
      emailAddress: 'ada@a.test',
      employerId: '5',
      userNm: 'ada.root',
      workPhone: '2065550101',
      workExt: '55',
      homePhone: '2065550102',
      faxNum: '2065550104',
      employeeId: 'E1',
      departmentId: '6',
      mobilePhnNbr: '2065550103',
      smsCarrierId: '8',
    },
    sent: (details: Details) => userOf(details, tenDigitPhones),
  },
  'an application of a new user': {
    record: { systemId: 9, isAdmin: false, hasSensitiveData: false, pages: [] },
    sent: (system: ChosenSystem) => newUserBody({ ...nobody, systems: [system] }, tenDigitPhones).userSystems[0],
    names: { adminFlg: 'isAdmin', sensitiveDataAccessFlg: 'hasSensitiveData' },
    beside: ['permissionAssignedFlg'],
  },
  'an application of a user': {
    record: { systemId: 9, systemNm: 'Claims', adminFlg: false, sensitiveDataAccessFlg: false, endDt: date(3) },
    sent: (system: never) =>
      permissionsBody(permissionFieldsOf({ ...profile, userSystems: [system] }), 1).userSystems[0],
    beside: ['permissionAssignedFlg'],
  },
  'a page of a user': {
    record: { pageId: 9, pageNm: 'Search', systemId: 30, endDt: date(4) },
    sent: (page: never) => permissionsBody(permissionFieldsOf({ ...profile, userPages: [page] }), 1).userPages[0],
  },
  'a facility of a user': {
    record: { facilityCd: 'EDH', facilityNm: 'Edgewater', accessFlg: true, allCustomersFlg: false, endDt: date(5) },
    sent: (facility: UserCustomers['facilities'][number]) =>
      customerChangeOf(valuesOf({ facilities: [facility], userCustomers: [], version: 1 }), 1).userFacilities[0],
  },
  'my name and address': {
    record: { firstNm: 'Ann', midInitial: 'B', lastNm: 'Smith', emailAddress: 'a@b.test', workPhone: '2065550101' },
    sent: (own: typeof annsProfile) => {
      const phones = ownPhonesOf(german, own)
      return userInfoChange(userInfoOf({ ...annsProfile, ...own }, phones), { readOnly: [], phones })
    },
  },
  'my text messages': {
    record: { agreedToTextsFlg: false, mobilePhnNbr: '2065550103', smsCarrierId: 8 },
    sent: (own: typeof annsProfile) => {
      const phones = ownPhonesOf(german, own)
      const loaded = notificationsOf({ ...annsProfile, ...own }, [byText], { carriers: [{ smsCarrierId: 8 }], phones })
      return notificationChange(loaded, { all: [byText], phones })
    },
    beside: ['notificationTypes'],
  },
  'an announcement': {
    record: {
      titleText: 'Title',
      messageText: '<p>Text</p>',
      languageCd: 'de',
      translations: [{ languageCd: 'en', titleText: 'English title', messageText: '<p>English text</p>' }],
      type: 2,
      userType: 3,
      anncStatus: 5,
      effectiveFromDt: '2027-01-05',
      effectiveToDt: '2027-01-06',
      systems: [{ systemId: 11, systemNm: 'S' }],
      verticalIndustries: [{ marketId: 12, marketNm: 'I' }],
      departments: [{ departmentId: 13, departmentNm: 'D' }],
      clients: [{ clientId: 14, clientNm: 'C' }],
      ids: { system: [11], industry: [12], department: [13], employer: [14] },
    },
    sent: (one: Announcement) => {
      const { systemIdList, industryIdList, departmentIdList, employerIdList, ...rest } = payloadOf(
        announcementFieldsOf(one, announcementValues),
        announcementValues,
      )
      const ids = {
        system: systemIdList,
        industry: industryIdList,
        department: departmentIdList,
        employer: employerIdList,
      }
      return { ...rest, ids }
    },
    names: { anncTitle: 'titleText', anncMessage: 'messageText', anncType: 'type' },
  },
  'a license': {
    record: {
      licenseId: 4,
      clientId: 3,
      texts: [
        { languageCd: 'de', titleTxt: 'Titel', contentTxt: '<p>Text</p>' },
        { languageCd: 'en', titleTxt: 'English title', contentTxt: '<p>English text</p>' },
      ],
    },
    sent: (license: LicenseVersion) =>
      licenseBody(licenseValues(license), { ...license, stateCd: 'in-force' } as LicenseVersion),
    names: { replacesId: 'licenseId' },
    beside: ['languageCd', 'asksAgainFlg'],
  },
  'an application': {
    record: {
      pageId: 1,
      version: 2,
      pageNm: 'Transfers',
      system: { systemId: 3 },
      section: { sectionId: 4 },
      ccPageLocationTxt: 'https://cc.test',
      ccHelpPageLocationTxt: 'https://help.test',
      internalUserPage: false,
      dispFlg: false,
      pageAssignableFlg: false,
      linkEnabledFlg: false,
      openInNewWindowFlg: false,
      admAccessRqrFlg: false,
      externalAppFlg: false,
      requestableFlg: false,
    },
    sent: (application: Parameters<typeof draftOf>[0]) => sentApplication(draftOf(application).details),
  },
  'a contact of a client': {
    record: { userId: 5, firstNm: 'Ann', lastNm: 'Smith', userNm: 'ann.smith', roleTxt: 'Sales', activeFlg: true },
    sent: (contact: ContactList['contacts'][number]) =>
      contactsChange(contactFields({ contacts: [contact], versionTxt: '' }).contacts, '').contacts[0],
  },
  'an account in a system': {
    record: { systemAccountUserId: 5, accountTypeId: 6, accountUserNm: 'ann', clientIds: [7, 8], lockedFlg: false },
    sent: (account: SystemAccount) => accountChangeOf(accountFieldsOf([account], new Map()).accounts)[0],
  },
  'a scheduled job': {
    record: {
      jobCd: 'mail-purge',
      jobNm: 'Purge',
      cronTxt: '1 2 * * *',
      timeZone: 'Europe/Berlin',
      parametersTxt: 'p',
      notifyEmailTxt: 'a@b.test',
      disableFlg: false,
    },
    sent: (schedule: JobSchedule) => jobFieldsOf(schedule),
  },
}

/** Fields hold ids and ends as text, telephones with dashes and nothing as ''. */
const plain = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value ?? '') ?? '')).replaceAll(/^""$|-/g, '')

const flagsOf = (record: Values) => Object.keys(record).filter((name) => record[name] === false)

describe.each(Object.entries(forms))(
  '%s that is saved as it was loaded',
  (_what, { record, sent, names = {}, beside = [] }) => {
    const expectSame = (loaded: Values) => {
      const body = { ...sent(loaded as never) } as Values
      const fields = Object.keys(body).filter((field) => !beside.includes(field))
      expect(fields).not.toEqual([])
      expect(Object.fromEntries(fields.map((field) => [field, plain(body[field])]))).toEqual(
        Object.fromEntries(fields.map((field) => [field, plain(loaded[names[field] ?? field])])),
      )
    }

    test('has each value in its own field', () => {
      const values = Object.values(record).filter((value) => typeof value !== 'boolean' && plain(value) !== '')
      expect(new Set(values.map(plain)).size, 'each field of the record has a value of its own').toBe(values.length)
      expectSame(record)
    })

    test.each(flagsOf(record).map((flag) => [flag]))('has %s, and no other flag', (flag) =>
      expectSame({ ...record, [flag]: true }),
    )
  },
)
