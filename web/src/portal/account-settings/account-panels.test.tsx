import {
  confirmEmail,
  getProfile,
  listClientsByDomain,
  listOwnNotificationTypes,
  type Profile,
  saveOwnNotificationTypes,
  updateProfile,
  withdrawEmail,
} from '@portico/contract/account/account.ts'
import { saveSecurityInfo } from '@portico/contract/password/password.ts'
import { listSessions, listSignIns } from '@portico/contract/session/session.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { answerAccount, byEmail, byText } from '../../../test/account.ts'
import { answer, answerAfter, requestsTo, refuse } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { annsProfile, signInAs } from '../../../test/people.ts'
import { takeNumbersOfAllCountries } from '../../../test/phone-country.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { currentSession } from '../../api/session.ts'
import { replaceLanguage } from '../../api/texts.ts'
import { signInAgain } from '../../../test/sign-in-again.ts'

const settings = '/content-authenticated/account-settings'
const saved = 'Your changes have been saved'

// The page's modules are loaded once, so that no test waits for them.
beforeAll(async () => {
  await Promise.all([import('./AccountSettingsPage.tsx'), import('../../shell/Shell.tsx')])
})

beforeEach(() => {
  answerFrame()
  answer(listSessions, [])
  answer(listSignIns, [])
  answerAccount()
  signInAs()
})

/** Of another tab or an administrator. */
const changedMeanwhile = { changedByNm: null, changedDt: '2026-03-04T09:30:00.000Z' }

/** Opens a panel's form with its button. */
async function edit(panel: string) {
  const page = renderPage(settings)
  await page.person.click(await screen.findByRole('button', { name: `Edit ${panel}` }))
  const form = within(await screen.findByRole('form', { name: panel }))
  const fill = async (label: string, text: string) => {
    const field = form.getByLabelText(label)
    await page.person.clear(field)
    if (text !== '') await page.person.type(field, text)
    await page.person.tab()
  }
  return { ...page, form, fill, save: () => page.person.click(form.getByRole('button', { name: 'Save' })) }
}

/** Answers the next save, and what is loaded from then on. */
function answerSaved(profile: Partial<Profile>) {
  answer(getProfile, { ...annsProfile, ...profile })
  answer(updateProfile, { ...annsProfile, ...profile }, { message: saved })
}

describe('personal information', () => {
  test('turns into a form with an address of its own, saves, and confirms it (ACCT-006, ACCT-047, ACCT-077)', async () => {
    const { fill, save, address } = await edit('Personal information')
    answerSaved({ workPhone: '2065550177' })
    expect(address()).toBe(`${settings}?edit=user-info`)
    expect(document.activeElement).toBe(screen.getByLabelText('First name'))
    await fill('Work phone', '206-555-0177')
    await save()
    await screen.findByText(saved)
    await screen.findByText('206-555-0177')
    expect(address()).toBe(settings)
    expect(requestsTo(updateProfile)[0]?.body).toMatchObject({ firstNm: 'Ann', workPhone: '2065550177', version: 4 })
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit Personal information' })),
    )
  })

  test.each([
    ['First name', '', 'Enter a first name.'],
    ['Last name', '', 'Enter a last name.'],
    ['First name', 'Ann;', "Use only letters, digits, spaces and . , ' -"],
    ['Middle initial', 'AB', 'Enter one letter.'],
    ['Email', '', 'Enter an email address.'],
    ['Email', 'ann@client', 'Enter a valid email address.'],
    ['Work phone', '206555017', 'Enter a 10-digit work phone, for example 206-555-0100.'],
  ])('shows the error when I leave %s with "%s" (ACCT-038..045)', async (label, text, sentence) => {
    const { fill, save, form } = await edit('Personal information')
    await fill(label, text)
    form.getByText(sentence)
    await save()
    expect(document.activeElement).toBe(form.getByLabelText(label))
    expect(requestsTo(updateProfile)).toEqual([])
  })

  test('take a phone of any country where those are taken, and show it as people read it', async () => {
    takeNumbersOfAllCountries('DE')
    const { fill, save, form } = await edit('Personal information')
    expect(form.getByLabelText('Work phone')).toHaveProperty('value', '206-555-0100')
    form.getByText('Country of numbers without + and country code: Germany.')
    await fill('Work phone', '+49 1')
    form.getByText('Enter a complete telephone number without an extension, for example +1 206 555 0100.')
    await fill('Work phone', '030/123 45 67')
    answerSaved({ workPhone: '+49301234567' })
    await save()
    await screen.findByText('030 1234567')
    expect(requestsTo(updateProfile)[0]?.body).toMatchObject({ workPhone: '+49301234567' })
  })

  test('name the country of numbers in the language of the page, not that of the browser', async () => {
    takeNumbersOfAllCountries('DE')
    replaceLanguage('de', {})
    onTestFinished(() => replaceLanguage('en', {}))
    const { form } = await edit('Personal information')
    form.getByText('Country of numbers without + and country code: Deutschland.')
  })

  test('keep ten digits that were stored before, where numbers of any country are taken', async () => {
    takeNumbersOfAllCountries('FR')
    const { fill, save } = await edit('Personal information')
    await fill('Last name', 'Byron')
    answerSaved({ lastNm: 'Byron' })
    await save()
    await screen.findByText('206-555-0100')
    expect(requestsTo(updateProfile)[0]?.body).toMatchObject({ lastNm: 'Byron', workPhone: '2065550100' })
  })

  test.each([
    ['a mouse', 'pointerDown', 'pointerUp'],
    ['a finger', 'mouseDown', 'mouseUp'],
  ] as const)(
    'moves nothing under %s that is pressed, and judges the field when it is let go',
    async (_what, down, up) => {
      const { person, form } = await edit('Personal information')
      const phone = form.getByLabelText('Work phone')
      const button = form.getByRole('button', { name: 'Save' })
      await person.clear(phone)
      await person.type(phone, '206')
      const sentence = 'Enter a 10-digit work phone, for example 206-555-0100.'
      fireEvent[down](button)
      fireEvent.blur(phone)
      expect(form.queryByText(sentence)).toBeNull()
      fireEvent[up](button)
      await form.findByText(sentence)
    },
  )

  test('that I cancel asks before it discards what I typed, and begins with what is stored when I open it again', async () => {
    const { person, fill, form } = await edit('Personal information')
    await fill('First name', 'Anna')
    await person.click(form.getByRole('button', { name: 'Cancel' }))
    await person.click(await screen.findByRole('button', { name: 'Discard changes' }))
    await person.click(await screen.findByRole('button', { name: 'Edit Personal information' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await screen.findByLabelText('First name')).toHaveProperty('value', 'Ann')
  })

  test('with several invalid fields says so once, above them (UIGN-025)', async () => {
    const { fill, save, form } = await edit('Personal information')
    await fill('First name', '')
    await fill('Last name', '')
    await save()
    form.getByText('Please enter valid values for the fields identified below')
  })

  test('with a new email address asks for my password and says what happens next (decision D1)', async () => {
    const { fill, save, form } = await edit('Personal information')
    answerSaved({ pendingEmailAddress: 'new@client.test' })
    expect(form.queryByLabelText('Your password')).toBeNull()
    await fill('Email', 'new@client.test')
    await fill('Your password', 'secret')
    await save()
    await screen.findByText(`${saved}. To confirm new@client.test, open the link we emailed to it.`)
    screen.getByText('Waiting for confirmation')
    expect(requestsTo(updateProfile)[0]?.body).toMatchObject({
      emailAddress: 'new@client.test',
      securityConfirmPwd: 'secret',
    })
  })

  test('shows the server’s error at its field, which takes the focus (ACCT-076)', async () => {
    const message = 'Current password is incorrect.'
    refuse(updateProfile, 422, message, [{ field: 'securityConfirmPwd', message }])
    const { fill, save, form } = await edit('Personal information')
    await fill('Email', 'new@client.test')
    await fill('Your password', 'a guess')
    await save()
    await form.findByText(message)
    expect(document.activeElement).toBe(form.getByLabelText('Your password'))
  })

  test('keeps what I typed after a change in another tab, and says what has changed', async () => {
    refuse(updateProfile, 409, 'These details have changed.', changedMeanwhile)
    const { fill, save, form } = await edit('Personal information')
    await fill('First name', 'Anna')
    answerAccount({ firstNm: 'Anne', workPhone: '2065550199', version: 5 })
    await save()
    await form.findByRole('row', { name: 'Work phone 206-555-0100 206-555-0199' })
    form.getByText('You changed these too, and saving replaces them with your values: First name.')
    expect(form.getByLabelText('First name')).toHaveProperty('value', 'Anna')
    expect(form.getByLabelText('Work phone')).toHaveProperty('value', '206-555-0199')
    answerSaved({})
    await save()
    await screen.findByText(saved)
    expect(requestsTo(updateProfile).at(-1)?.body).toMatchObject({
      firstNm: 'Anna',
      workPhone: '2065550199',
      version: 5,
    })
  })

  test('does not offer the email address to a user whose company manages it', async () => {
    answerAccount({ readOnlyFields: ['emailAddress', 'employerId'], emailAddress: 'ann@client' })
    const { form, save } = await edit('Personal information')
    answerSaved({})
    expect(form.getByLabelText('Email')).toHaveProperty('readOnly', true)
    form.getByText('Managed by your company.')
    await save()
    await screen.findByText(saved)
    expect(requestsTo(updateProfile)[0]?.body).not.toHaveProperty('emailAddress')
  })

  test.each(['First name', 'Middle initial', 'Last name', 'Email', 'Work phone'])(
    'do not offer %s where my company manages all of them',
    async (label) => {
      answerAccount({ readOnlyFields: ['firstNm', 'midInitial', 'lastNm', 'emailAddress', 'workPhone'] })
      const { form } = await edit('Personal information')
      expect(form.getByLabelText(label)).toHaveProperty('readOnly', true)
    },
  )

  test('with another first name changes how the portal addresses me', async () => {
    const { fill, save } = await edit('Personal information')
    answerSaved({ firstNm: 'Anna' })
    await fill('First name', 'Anna')
    await save()
    await screen.findByText(saved)
    expect(currentSession()?.firstName).toBe('Anna')
  })
})

describe('the mailed link', () => {
  test('asks before it confirms, and leaves the address bar at once (prefetch)', async () => {
    answerAccount({ pendingEmailAddress: 'new@client.test' })
    answer(confirmEmail, { ...annsProfile, emailAddress: 'new@client.test' }, { message: 'Email address confirmed' })
    const { person, address } = renderPage(`${settings}#confirm-email=the-token`)
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm your new email address' }))
    dialog.getByText('We’ll send email to new@client.test from now on.')
    await waitFor(() => expect(address()).toBe(settings))
    expect(requestsTo(confirmEmail)).toEqual([])
    await person.click(dialog.getByRole('button', { name: 'Confirm address' }))
    await screen.findByText('Email address confirmed')
    expect(requestsTo(confirmEmail)[0]?.body).toEqual({ token: 'the-token' })
  })

  test('that is no longer valid says what to do', async () => {
    answerAccount({ pendingEmailAddress: 'new@client.test' })
    refuse(confirmEmail, 422, 'This link no longer works.')
    const { person } = renderPage(`${settings}#confirm-email=the-token`)
    await person.click(await screen.findByRole('button', { name: 'Confirm address' }))
    await screen.findByText('This link no longer works.')
  })

  test('without a pending address says so', async () => {
    renderPage(`${settings}#confirm-email=the-token`)
    await screen.findByText('No email address is waiting for confirmation.')
  })

  test('is not needed to keep the current address', async () => {
    answerAccount({ pendingEmailAddress: 'new@client.test' })
    answer(withdrawEmail, annsProfile, { message: 'Your email address stays the same.' })
    const { person } = renderPage(settings)
    await person.click(await screen.findByRole('button', { name: 'Keep ann@client.test' }))
    await screen.findByText('Your email address stays the same.')
    expect(screen.queryByText('Waiting for confirmation')).toBeNull()
  })
})

describe('company information', () => {
  const two = [
    { clientId: 1, clientNm: 'Client' },
    { clientId: 9, clientNm: 'Client Insurance' },
  ]

  test('cannot be saved while the employers load; the only one is chosen automatically (ACCT-008, ACCT-049, ACCT-051)', async () => {
    let found: (employers: typeof two) => void = () => undefined
    answerAfter(listClientsByDomain, new Promise((resolve) => void (found = resolve)))
    const { fill, save, form } = await edit('Company information')
    answerSaved({ jobTitleDscTxt: 'Lead' })
    await fill('Job title', 'Lead')
    expect(form.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
    await save()
    expect(requestsTo(updateProfile)).toEqual([])
    found(two.slice(0, 1))
    await waitFor(() => expect(form.getByLabelText('Employer')).toHaveProperty('value', '1'))
    await save()
    await screen.findByText(saved)
    expect(requestsTo(updateProfile)[0]?.body).toMatchObject({ employerId: 1, jobTitleDscTxt: 'Lead', departmentId: 2 })
  })

  test('focuses the first enabled field while the employers load', async () => {
    let found: (employers: typeof two) => void = () => undefined
    answerAfter(listClientsByDomain, new Promise((resolve) => void (found = resolve)))
    const { form } = await edit('Company information')
    const title = await form.findByLabelText('Job title')
    await waitFor(() => expect(document.activeElement).toBe(title))
    found(two)
    await waitFor(() => expect(form.getByLabelText('Employer').tagName).toBe('SELECT'))
    expect(document.activeElement).toBe(title)
  })

  test('clears an employer that is no longer offered, and asks for one of several (ACCT-048, ACCT-052)', async () => {
    answerAccount({ employerId: 5, employerNm: 'Former' })
    answer(listClientsByDomain, two)
    const { save, form } = await edit('Company information')
    await waitFor(() => expect(form.getByLabelText('Employer')).toHaveProperty('value', ''))
    await save()
    await form.findByText('Select an employer.')
    expect(requestsTo(updateProfile)).toEqual([])
  })

  test('shows the employer that I asked for, until an administrator has decided', async () => {
    answerAccount({ pendingEmployerId: 9, pendingEmployerNm: 'Client Insurance' })
    answer(listClientsByDomain, two)
    const { form } = await edit('Company information')
    await waitFor(() => expect(form.getByLabelText('Employer')).toHaveProperty('value', '9'))
  })

  test('says that an administrator changes the employer (decision D1)', async () => {
    answer(listClientsByDomain, two)
    const { person, save, form } = await edit('Company information')
    answerSaved({ pendingEmployerId: 9, pendingEmployerNm: 'Client Insurance' })
    await person.selectOptions(await form.findByLabelText('Employer'), 'Client Insurance')
    await save()
    await screen.findByText('Change to Client Insurance awaiting administrator approval.')
  })

  test('keeps the employer when none is offered, and says when they cannot be loaded (D2)', async () => {
    refuse(listClientsByDomain, 500, 'Something went wrong')
    const { form } = await edit('Company information')
    await form.findByText('Cannot return any employer.')
    expect(form.getByLabelText('Employer')).toHaveProperty('value', 'Client')
  })

  test('keeps what I typed after an administrator has changed my employer, and says so by name', async () => {
    answer(listClientsByDomain, two)
    refuse(updateProfile, 409, 'These details have changed.', changedMeanwhile)
    const { fill, save, form } = await edit('Company information')
    await fill('Job title', 'Lead')
    answerAccount({
      employerId: 9,
      employerNm: 'Client Insurance',
      departmentId: 3,
      departmentNm: 'Finance',
      version: 5,
    })
    answer(listClientsByDomain, two)
    await save()
    await form.findByRole('row', { name: 'Employer Client Client Insurance' })
    form.getByRole('row', { name: 'Department Billing Finance' })
    expect(form.getByLabelText('Job title')).toHaveProperty('value', 'Lead')
    answerSaved({})
    await save()
    await screen.findByText(saved)
    expect(requestsTo(updateProfile).at(-1)?.body).toMatchObject({
      employerId: 9,
      jobTitleDscTxt: 'Lead',
      departmentId: 3,
      version: 5,
    })
  })

  test('saves beside a job title that my company manages, whatever it contains, and says who manages what', async () => {
    const managed = { readOnlyFields: ['employerId', 'jobTitleDscTxt'], jobTitleDscTxt: 'Clerk & Co' }
    answerAccount(managed)
    const { save, form } = await edit('Company information')
    answerSaved(managed)
    form.getByText('Managed by your company.')
    await save()
    await screen.findByText(saved)
    expect(requestsTo(updateProfile)[0]?.body).toEqual({ departmentId: 2, version: 4 })
  })

  test('does not offer a department that my company manages, says why, and sends none', async () => {
    const managed = { readOnlyFields: ['departmentId'] }
    answerAccount(managed)
    const { fill, save, form } = await edit('Company information')
    answerSaved(managed)
    expect(form.getByLabelText('Department')).toHaveProperty('disabled', true)
    form.getByText('Managed by your company.')
    await fill('Job title', 'Lead')
    await save()
    await screen.findByText(saved)
    expect(requestsTo(updateProfile)[0]?.body).not.toHaveProperty('departmentId')
  })

  test('refuses a job title with invalid characters (ACCT-041)', async () => {
    const { fill, form } = await edit('Company information')
    await fill('Job title', 'Clerk & Co')
    form.getByText("Use only letters, digits, spaces and . , ' -")
  })
})

describe('notification preferences', () => {
  test('by text message need consent, number and carrier, each with its own error (ACCT-009, ACCT-057..060)', async () => {
    answer(saveOwnNotificationTypes, [byEmail, byText], { message: saved })
    const { person, save, form, fill } = await edit('Notification preferences')
    await person.click(form.getByLabelText('Text message'))
    await save()
    form.getByText('Agree to receive text messages.')
    form.getByText('Enter a 10-digit mobile phone, for example 206-555-0100.')
    form.getByText('Please select SMS Carrier')
    await person.click(form.getByLabelText('I agree to receive text messages'))
    await fill('Mobile phone', '206-555-0199')
    await person.selectOptions(form.getByLabelText('SMS carrier'), 'Bluebird')
    await save()
    await screen.findByText(saved)
    expect(requestsTo(saveOwnNotificationTypes)[0]?.body).toEqual({
      notificationTypes: [{ notificationTypeId: 1 }, { notificationTypeId: 2 }],
      agreedToTextsFlg: 'Y',
      mobilePhnNbr: '2065550199',
      smsCarrierId: 1,
      version: 4,
    })
  })

  test('without text messages say that number and carrier are removed, and send neither (ACCT-061)', async () => {
    answerAccount({ mobilePhnNbr: '2065550199', smsCarrierId: 1, agreedToTextsFlg: true })
    answer(listOwnNotificationTypes, [byText])
    answer(saveOwnNotificationTypes, [], { message: saved })
    const { person, save, form } = await edit('Notification preferences')
    await person.click(form.getByLabelText('Text message'))
    form.getByText(/^Saving removes your mobile number and carrier/)
    expect(form.queryByLabelText('Mobile phone')).toBeNull()
    await save()
    await screen.findByText(saved)
    expect(requestsTo(saveOwnNotificationTypes)[0]?.body).toEqual({ notificationTypes: [], version: 4 })
  })

  test('are shown as saved; where nothing was stored nothing is said to be removed', async () => {
    answer(listOwnNotificationTypes, [])
    const { person, save, form } = await edit('Notification preferences')
    await person.click(form.getByLabelText('Text message'))
    await person.click(form.getByLabelText('Text message'))
    expect(form.queryByText(/^Saving removes/)).toBeNull()
    await person.click(form.getByLabelText('Email'))
    answer(saveOwnNotificationTypes, [byEmail], { message: saved })
    answer(listOwnNotificationTypes, [byEmail])
    await save()
    await screen.findByText(saved)
    const panel = within(screen.getByRole('region', { name: 'Notification preferences' }))
    await panel.findByText('Email')
  })

  test('keep what I chose and what another tab has chosen, and say what has changed', async () => {
    refuse(saveOwnNotificationTypes, 409, 'These details have changed.', changedMeanwhile)
    answer(listOwnNotificationTypes, [])
    const { person, save, form } = await edit('Notification preferences')
    await person.click(form.getByLabelText('Email'))
    answerAccount({ mobilePhnNbr: '2065550199', smsCarrierId: 1, agreedToTextsFlg: true, version: 5 })
    answer(listOwnNotificationTypes, [byText])
    await save()
    await form.findByRole('row', { name: 'Notify me by Empty Text message' })
    form.getByRole('row', { name: 'SMS carrier Empty Bluebird' })
    expect(form.queryByText(/^You changed these too/)).toBeNull()
    for (const name of ['Email', 'Text message']) expect(form.getByLabelText(name)).toHaveProperty('checked', true)
    answer(saveOwnNotificationTypes, [byEmail, byText], { message: saved })
    await save()
    await screen.findByText(saved)
    expect(requestsTo(saveOwnNotificationTypes).at(-1)?.body).toMatchObject({ version: 5 })
  })

  test('take a mobile phone of any country where those are taken', async () => {
    takeNumbersOfAllCountries('DE')
    answer(saveOwnNotificationTypes, [byText], { message: saved })
    const { person, save, form, fill } = await edit('Notification preferences')
    await person.click(form.getByLabelText('Text message'))
    await save()
    form.getByText('Enter a complete telephone number without an extension, for example +1 206 555 0100.')
    await person.click(form.getByLabelText('I agree to receive text messages'))
    await fill('Mobile phone', '0171 1234567')
    await person.selectOptions(form.getByLabelText('SMS carrier'), 'Bluebird')
    await save()
    await screen.findByText(saved)
    expect(requestsTo(saveOwnNotificationTypes)[0]?.body).toMatchObject({ mobilePhnNbr: '+491711234567' })
  })

  test('show the number and the carrier of text messages, not my work phone', async () => {
    answerAccount({ workPhone: '2065550111', mobilePhnNbr: '2065550199', smsCarrierId: 1, agreedToTextsFlg: true })
    answer(listOwnNotificationTypes, [byText])
    renderPage(settings)
    const panel = within(await screen.findByRole('region', { name: 'Notification preferences' }))
    panel.getByText('206-555-0199')
    panel.getByText('Bluebird')
    expect(panel.queryByText('206-555-0111')).toBeNull()
  })

  test('ask for another carrier when mine is no longer offered', async () => {
    answerAccount({ mobilePhnNbr: '2065550199', smsCarrierId: 99, agreedToTextsFlg: true })
    answer(listOwnNotificationTypes, [byText])
    const { save, form } = await edit('Notification preferences')
    await save()
    form.getByText('Please select SMS Carrier')
  })
})

describe('the security question', () => {
  test('shows its answer as a mask, which a new question clears (ACCT-007, B10)', async () => {
    answer(saveSecurityInfo, null, { message: saved })
    const { person, save, form, fill } = await edit('Security question')
    expect(form.getByLabelText('Answer')).toHaveProperty('value', '********')
    await person.selectOptions(form.getByLabelText('Security question'), 'What was your first car?')
    expect(form.getByLabelText('Answer')).toHaveProperty('value', '')
    await save()
    form.getByText('Security question answer must be filled out.')
    form.getByText('This field is required')
    await fill('Answer', 'blue')
    await fill('Your password', 'secret')
    await save()
    await screen.findByText(saved)
    expect(requestsTo(saveSecurityInfo)[0]?.body).toEqual({
      securityQuestionId: 4,
      pswdPhrase: 'blue',
      securityConfirmPwd: 'secret',
    })
  })

  test('keeps the answer that I typed when I choose another one, and with the stored one its mask comes back', async () => {
    const { person, form, fill } = await edit('Security question')
    const choose = (question: string) => person.selectOptions(form.getByLabelText('Security question'), question)
    const given = () => form.getByLabelText<HTMLInputElement>('Answer').value
    await choose('What was your first car?')
    await choose('What was your first school?')
    expect(given()).toBe('********')
    await fill('Answer', 'blue')
    await choose('What was your first car?')
    expect(given()).toBe('blue')
  })

  test.each(['federatedUser', 'idmuser'])(
    'is not shown to a %s, whose company manages the password (B11)',
    async (kind) => {
      signInAs({ [kind]: true })
      renderPage(settings)
      await screen.findByRole('heading', { name: 'Personal information' })
      expect(screen.queryByRole('heading', { name: 'Security question' })).toBeNull()
    },
  )
})

test('the sort order of applications is saved when it is chosen (ACCT-025)', async () => {
  const { person } = renderPage(settings)
  const sort = await screen.findByLabelText('Sort applications by')
  const panel = within(screen.getByRole('region', { name: 'Home page' }))
  panel.getByText('Changes apply immediately.')
  answerSaved({ sectionSortPrfTxt: 'RECENTLY_USED' })
  await person.selectOptions(sort, 'Recently used')
  await screen.findByText(saved)
  expect(requestsTo(updateProfile)[0]?.body).toEqual({ sectionSortPrfTxt: 'RECENTLY_USED' })
})

test('an order that I choose and take back before the server has answered is kept as chosen last', async () => {
  const { person } = renderPage(settings)
  const sort = await screen.findByLabelText('Sort applications by')
  const first = Promise.withResolvers<Profile>()
  answerAfter(updateProfile, first.promise)
  await person.selectOptions(sort, 'Recently used')
  await waitFor(() => expect(requestsTo(updateProfile)).toHaveLength(1))
  answerSaved({ sectionSortPrfTxt: 'ALPHABETICAL' })
  await person.selectOptions(sort, 'Alphabetical')
  expect(requestsTo(updateProfile)).toHaveLength(1)
  first.resolve({ ...annsProfile, sectionSortPrfTxt: 'RECENTLY_USED' })
  await screen.findByText(saved)
  expect(requestsTo(updateProfile).map(({ body }) => body)).toEqual([
    { sectionSortPrfTxt: 'RECENTLY_USED' },
    { sectionSortPrfTxt: 'ALPHABETICAL' },
  ])
  expect(sort).toHaveProperty('value', 'ALPHABETICAL')
})

test('an order that cannot be saved says so, and the field returns to what is stored', async () => {
  const { person } = renderPage(settings)
  const sort = await screen.findByLabelText('Sort applications by')
  refuse(updateProfile, 403, 'You’re signed on to look only, so nothing can be changed.')
  await person.selectOptions(sort, 'Recently used')
  await screen.findByText('You’re signed on to look only, so nothing can be changed.')
  await waitFor(() => expect(sort).toHaveProperty('value', 'ALPHABETICAL'))
})

test('my unsaved form is back when I sign in again after my session ended (SESS-025)', async () => {
  const { fill } = await edit('Personal information')
  await fill('Work phone', '206-555-0177')
  await signInAgain()
  await waitFor(() => expect(screen.getByLabelText('Work phone')).toHaveProperty('value', '206-555-0177'))
})
