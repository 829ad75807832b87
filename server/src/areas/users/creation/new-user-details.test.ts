import { tenDigitPhones } from '@portico/contract/phones/phone-numbers.ts'
import { describe, expect, test } from 'vitest'
import { emptyFields, sampleFields, sampleWireFields } from '../../../../../contract/test/user-field-samples.ts'
import { newUserIssues, newUserOf, withoutCarrier } from '../details/user-details-rules.ts'

const portalAdmin = { isInternal: true, isPortalAdmin: true }
const { jobTitleDscTxt: _, ...sampleFieldsOfWizard } = sampleWireFields
const sent = {
  ...sampleFieldsOfWizard,
  userNm: ' Ａlovelace ',
  firstNm: ' Ada ',
  lastNm: ' O’Neil ',
  emailAddress: ' ada@example.test ',
  workPhone: ' 206-555-0100 ',
  workExt: ' 12 ',
  homePhone: '206-555-0101',
  mobilePhnNbr: '206-555-0102',
  faxNum: '206-555-0103',
  employeeId: ' E-1 ',
  employerId: 7,
  agreeText: true,
}

describe('a new user', () => {
  test('is stored trimmed, with phones as digits (UADM-112, ACCT-047)', () => {
    expect(
      newUserOf(
        { user: sent, notificationTypes: [{ notificationTypeId: 5 }, { notificationTypeId: 4 }] },
        portalAdmin,
        tenDigitPhones,
      ),
    ).toEqual({
      ...sampleFields,
      userName: 'Alovelace',
      firstName: 'Ada',
      lastName: "O'Neil",
      email: 'ada@example.test',
      workPhone: '2065550100',
      workExtension: '12',
      homePhone: '2065550101',
      mobilePhone: '2065550102',
      fax: '2065550103',
      hasAgreedToTexts: true,
      employeeId: 'E-1',
      jobTitle: null,
      clientId: 7,
      pendingClientId: null,
      status: 1,
      typeIds: [4, 5],
    })
  })

  test('has nothing where nothing was sent, and no right (S51)', () => {
    expect(newUserOf({ user: {} }, portalAdmin, tenDigitPhones)).toEqual({
      ...emptyFields,
      userName: '',
      hasAgreedToTexts: false,
      clientId: 0,
      pendingClientId: null,
      status: 1,
      typeIds: [],
    })
  })

  test('has no carrier and no consent without text messages (UADM-121)', () => {
    expect(withoutCarrier(newUserOf({ user: sent }, portalAdmin, tenDigitPhones))).toMatchObject({
      smsCarrierId: null,
      hasAgreedToTexts: false,
      mobilePhone: '2065550102',
    })
  })

  test.each([
    [{ isInternal: true, isPortalAdmin: false }, [true, false, false]],
    [{ isInternal: false, isPortalAdmin: false }, [false, false, false]],
    [{ isInternal: false, isPortalAdmin: true }, [false, true, true]],
  ])('created by %o has the flags that this administrator sets (UADM-123, S51)', (by, flags) => {
    const { isInternal, isUsAssociate, maySignOnAs } = newUserOf({ user: sent }, by, tenDigitPhones)
    expect([isInternal, isUsAssociate, maySignOnAs]).toEqual(flags)
  })
})

describe('what was sent for a new user is checked', () => {
  const issuesOf = (user: object, wantsSms = true) =>
    newUserIssues(newUserOf({ user }, portalAdmin, tenDigitPhones), {
      sent: user,
      wantsSms,
      phones: tenDigitPhones,
    }).map(({ field }) => field)

  test('as it was typed: nothing is wrong with complete details (UADM-112..120)', () => {
    expect(issuesOf(sent)).toEqual([])
  })

  test('with phones in the form in which they were typed (UADM-112)', () => {
    expect(issuesOf({ ...sent, workPhone: '20-6555-0100', faxNum: '206' })).toEqual(['workPhone', 'faxNum'])
  })

  test('as empty where it is missing', () => {
    expect(issuesOf({ midInitial: null }, false)).toEqual(['firstNm', 'lastNm', 'emailAddress', 'employerId', 'userNm'])
  })
})
