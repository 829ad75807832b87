import {
  attributeDefaults,
  type AttributePaths,
  getDirectoryAttributes,
  mappedFields,
  saveDirectoryAttributes,
  tryDirectoryAttributes,
} from '@portico/contract/scim/directory-attributes.ts'
import { listDirectoryRequests } from '@portico/contract/scim/directory-groups.ts'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startWithAdmin } from '../../../../test/administrator.ts'
import type { Browser } from '../../../../test/browser.ts'
import type { Portal } from '../../../../test/portal.ts'
import { type Directory, ENTERPRISE, newDirectory, patchOf, personOf } from '../../../../test/scim.ts'

let portal: Portal
let admin: Browser
let directory: Directory
let count = 0
beforeAll(async () => {
  ;({ portal, browser: admin } = await startWithAdmin())
})
afterAll(() => portal.close())
beforeEach(async () => {
  directory = await newDirectory(portal)
  count++
})

const named = (name: string) => `${name}${count}`
const usual = Object.fromEntries(mappedFields.map((field) => [field, ''])) as AttributePaths
const paramsOf = (clientId = directory.clientId) => ({ uid: admin.userId, clientId })

const save = (paths: Partial<AttributePaths>, version = 0) =>
  admin.send(saveDirectoryAttributes, { params: paramsOf(), body: { ...usual, ...paths, version } })

const tryOut = (paths: Partial<AttributePaths>, tried: { bodyTxt?: string; requestId?: number | null }) =>
  admin.send(tryDirectoryAttributes, {
    params: paramsOf(),
    body: { ...usual, ...paths, bodyTxt: '', requestId: null, ...tried },
  })

const accountsOf = (columns: string) =>
  portal.owner(`select ${columns} from users where client_id = $1 order by id`, [directory.clientId])

test('each field is filled by the attribute that I chose for it', async () => {
  expect(
    (
      await save({
        costCenter: `${ENTERPRISE}:division`,
        jobTitleDscTxt: 'userType',
        workPhone: 'phoneNumbers[type eq "mobile"].value',
        employeeId: 'externalId',
        emailAddress: 'emails[type eq "home"].value',
        userNm: 'nickName',
      })
    ).code,
  ).toBe('200')
  const { status } = await directory.call('POST', '/Users', {
    ...personOf(named('ann'), { externalId: 'e-1', userType: 'Clerk', title: 'not this', nickName: named('annie') }),
    emails: [
      { value: `${named('ann')}@work.test`, type: 'work' },
      { value: `${named('ann')}@home.test`, type: 'home' },
    ],
    phoneNumbers: [
      { value: '2065550100', type: 'work' },
      { value: '2065550101', type: 'mobile' },
    ],
    [ENTERPRISE]: { costCenter: 'not this', division: 'North' },
  })
  expect(status).toBe(201)
  expect(await accountsOf('user_name, email, cost_center, job_title, work_phone, employee_id')).toEqual([
    {
      user_name: named('annie'),
      email: `${named('ann')}@home.test`,
      cost_center: 'North',
      job_title: 'Clerk',
      work_phone: '2065550101',
      employee_id: 'e-1',
    },
  ])
})

test('the path that the screen shows for the address takes the primary one, as no path does, and that of work can be chosen', async () => {
  const path = 'emails[type eq "work"].value'
  const person = {
    ...personOf(named('cara')),
    emails: [
      { value: `${named('cara')}@home.test`, type: 'home', primary: true },
      { value: `${named('cara')}@work.test`, type: 'work' },
    ],
  }
  await save({ emailAddress: path })
  const { paths } = await admin.call(getDirectoryAttributes, { params: paramsOf() })
  expect(paths.emailAddress).toBe(path)
  const { data } = await tryOut({ emailAddress: path }, { bodyTxt: JSON.stringify(person) })
  expect(data).toContainEqual(
    expect.objectContaining({ fieldCd: 'emailAddress', pathTxt: path, storedTxt: `${named('cara')}@work.test` }),
  )
  for (const emailAddress of ['', attributeDefaults.emailAddress]) {
    const shown = await tryOut({ emailAddress }, { bodyTxt: JSON.stringify(person) })
    expect(shown.data).toContainEqual(
      expect.objectContaining({
        fieldCd: 'emailAddress',
        pathTxt: attributeDefaults.emailAddress,
        storedTxt: `${named('cara')}@home.test`,
      }),
    )
  }
  expect((await directory.call('POST', '/Users', person)).status).toBe(201)
  expect(await accountsOf('email')).toEqual([{ email: `${named('cara')}@work.test` }])
})

test('the paths that the screen shows for the names take nothing from the whole name', async () => {
  await save({ firstNm: 'name.givenName', lastNm: 'name.familyName' })
  const person = { ...personOf(named('cy')), name: { formatted: 'Cy Stone' } }
  const { status, body } = await directory.call('POST', '/Users', person)
  expect(status).toBe(400)
  expect(body['detail']).toMatch(/^name\.givenName: /)
})

test('a person who was provided before gets the new attributes with the next change of the directory', async () => {
  const person = personOf(named('bea'), { title: 'Clerk', userType: 'Lead' })
  const { body } = await directory.call('POST', '/Users', person)
  await save({ jobTitleDscTxt: 'userType' })
  expect(await accountsOf('job_title')).toEqual([{ job_title: 'Clerk' }])
  expect((await directory.call('PUT', `/Users/${String(body['id'])}`, person)).status).toBe(200)
  expect(await accountsOf('job_title')).toEqual([{ job_title: 'Lead' }])
  const change = patchOf({ op: 'replace', path: 'userType', value: 'Chief' })
  expect((await directory.call('PATCH', `/Users/${String(body['id'])}`, change)).status).toBe(200)
  expect(await accountsOf('job_title')).toEqual([{ job_title: 'Chief' }])
})

test('closing an account with something else that is refused applies no new attribute', async () => {
  const { body } = await directory.call('POST', '/Users', personOf(named('cleo'), { title: 'Clerk', userType: 'Lead' }))
  await save({ jobTitleDscTxt: 'userType', emailAddress: 'nickName' })
  const change = patchOf({ op: 'replace', path: 'active', value: false })
  expect((await directory.call('PATCH', `/Users/${String(body['id'])}`, change)).status).toBe(200)
  expect(await accountsOf('job_title, status')).toEqual([{ job_title: 'Clerk', status: 2 }])
})

test('a person without the attribute that I chose for the address is refused with its name', async () => {
  await save({ emailAddress: 'emails[type eq "other"].value' })
  const { status, body } = await directory.call('POST', '/Users', personOf(named('dan')))
  expect(status).toBe(400)
  expect(body['detail']).toMatch(/^emails\[type eq "other"\]\.value: /)
})

test.each([
  ['costCenter', 'nothing', /^Directories have no attribute of this name\. Check the path\.$/],
  ['costCenter', 'emails[rank eq "1"].value', /^Directories have no attribute of this name\. Check the path\.$/],
  ['costCenter', 'emails[type eq].value', /^This isn’t the path of an attribute/],
  ['costCenter', 'title; drop', /^This isn’t the path of an attribute/],
  ['workPhone', 'phoneNumbers', /^This attribute isn’t a text.*phoneNumbers\[type eq "work"\]\.value/],
  ['workPhone', 'active', /^This attribute isn’t a text/],
  ['employeeId', 'id', /^A directory doesn’t send this attribute\. Choose another one\.$/],
  ['employeeId', 'meta.version', /^A directory doesn’t send this attribute\. Choose another one\.$/],
])('%s by %s is refused at its field', async (field, path, sentence) => {
  const refused = await save({ [field]: path })
  expect(refused).toMatchObject({ code: '422' })
  expect(refused.data).toEqual([{ field, message: expect.stringMatching(sentence) }])
  expect((await tryOut({ [field]: path }, { bodyTxt: JSON.stringify(personOf('x.y')) })).code).toBe('422')
})

test('I read what was chosen by whom, version by version, and an outdated one is refused', async () => {
  await save({ costCenter: 'userType' })
  await save({ costCenter: 'title', midInitial: 'name.middleName' }, 1)
  expect((await save({}, 1)).code).toBe('409')
  const { paths, version, versions } = await admin.call(getDirectoryAttributes, { params: paramsOf() })
  expect({ version, costCenter: paths.costCenter, midInitial: paths.midInitial }).toEqual({
    version: 2,
    costCenter: 'title',
    midInitial: '',
  })
  expect(versions.map(({ versionNr, paths: { costCenter } }) => [versionNr, costCenter])).toEqual([
    [2, 'title'],
    [1, 'userType'],
  ])
  expect(
    await portal.owner(
      `select before, after from audit_events where event = 'directory_attributes_changed' and client_id = $1 order by id`,
      [directory.clientId],
    ),
  ).toEqual([
    { before: {}, after: { costCenter: 'userType' } },
    { before: { costCenter: 'userType' }, after: { costCenter: 'title' } },
  ])
})

test('a dry run shows field by field what would be stored and what would be refused, and writes nothing', async () => {
  await portal.owner(`insert into departments (name) values ('Payroll ${count}')`)
  const bodyTxt = JSON.stringify({
    ...personOf(named('eve'), { password: 'Xk-9-secret', title: 'Clerk' }),
    name: { familyName: 'Stone' },
    phoneNumbers: [{ value: 'no number', type: 'work' }],
    [ENTERPRISE]: { department: `payroll ${count}`, division: 'North' },
  })
  const { data } = await tryOut({ costCenter: `${ENTERPRISE}:division` }, { bodyTxt })
  const shown = Object.fromEntries((data as { fieldCd: string }[]).map(({ fieldCd, ...row }) => [fieldCd, row]))
  expect(shown).toMatchObject({
    userNm: { sentTxt: named('eve'), storedTxt: named('eve'), outcomeCd: 'stored' },
    firstNm: { sentTxt: '', storedTxt: '', outcomeCd: 'refused', reasonTxt: expect.stringMatching(/./) },
    lastNm: { storedTxt: 'Stone', outcomeCd: 'stored', reasonTxt: '' },
    workPhone: { sentTxt: 'no number', storedTxt: '', outcomeCd: 'left-out' },
    costCenter: { pathTxt: `${ENTERPRISE}:division`, sentTxt: 'North', storedTxt: 'North', outcomeCd: 'stored' },
    jobTitleDscTxt: { pathTxt: 'title', storedTxt: 'Clerk' },
    departmentNm: { storedTxt: `payroll ${count}`, outcomeCd: 'stored' },
    homePhone: { outcomeCd: 'empty' },
  })
  expect(JSON.stringify(data)).not.toContain('secret')
  expect(await accountsOf('id')).toEqual([])
  const other = await tryOut({ departmentNm: 'title' }, { bodyTxt })
  expect(other.data).toContainEqual({
    fieldCd: 'departmentNm',
    pathTxt: 'title',
    sentTxt: 'Clerk',
    storedTxt: '',
    outcomeCd: 'left-out',
    reasonTxt: 'The portal has no department of this name.',
  })
})

test('a dry run reads the person of one of the last requests as the directory states them now', async () => {
  await directory.call('POST', '/Users', personOf(named('finn'), { title: 'Clerk' }))
  await directory.call('POST', '/Users', personOf(named('finn')))
  const [refused, made] = await admin.call(listDirectoryRequests, { params: paramsOf(), query: {} })
  const { data } = await tryOut({ costCenter: 'title' }, { requestId: made?.requestId ?? 0 })
  expect(data).toContainEqual(expect.objectContaining({ fieldCd: 'costCenter', storedTxt: 'Clerk' }))
  const lost = await tryOut({}, { requestId: refused?.requestId ?? 0 })
  expect(lost).toMatchObject({ code: '422', data: [{ field: 'requestId' }] })
})

test('the audit trail says whose attributes I have tried, and which; a pasted person leaves none', async () => {
  await directory.call('POST', '/Users', personOf(named('gus'), { title: 'Clerk' }))
  const [made] = await admin.call(listDirectoryRequests, { params: paramsOf(), query: {} })
  const [account] = await accountsOf('id')
  expect((await tryOut({ costCenter: 'title' }, { bodyTxt: JSON.stringify(personOf(named('pasted'))) })).code).toBe(
    '200',
  )
  expect((await tryOut({ costCenter: 'title' }, { requestId: made?.requestId ?? 0 })).code).toBe('200')
  expect(
    await portal.owner(
      `select actor_user_id, subject_user_id, after from audit_events
        where event = 'directory_person_tried' and client_id = $1`,
      [directory.clientId],
    ),
  ).toEqual([{ actor_user_id: admin.userId, subject_user_id: account?.['id'], after: { costCenter: 'title' } }])
})

test('attributes of a person whom I may not manage are refused', async () => {
  await directory.call('POST', '/Users', personOf(named('hal'), { title: 'Clerk' }))
  const [made] = await admin.call(listDirectoryRequests, { params: paramsOf(), query: {} })
  const [account] = await accountsOf('id')
  const systemId = await portal.make.system({ name: named('Billing') })
  await portal.make.grant({ id: Number(account?.['id']) }, { systemId, isAdmin: true })
  const own = await portal.make.user({ client_id: directory.clientId })
  await portal.make.adminPages(own, ['User Administration'])
  const refused = await (
    await portal.as(own)
  ).send(tryDirectoryAttributes, {
    params: { uid: own.id, clientId: directory.clientId },
    body: { ...usual, costCenter: 'title', bodyTxt: '', requestId: made?.requestId ?? 0 },
  })
  expect(refused).toMatchObject({ code: '403', message: defaultTexts.user_stronger })
})

test.each([
  ['no JSON', '{', /^Paste one person/],
  ['no person', '{"name": {}}', /^Paste one person/],
  ['a change', JSON.stringify(patchOf({ op: 'add', path: 'title', value: 'x' })), /^This is the change of a person/],
])('%s is refused at the body', async (_what, bodyTxt, sentence) => {
  const refused = await tryOut({}, { bodyTxt })
  expect(refused).toMatchObject({ code: '422' })
  expect(refused.data).toEqual([{ field: 'bodyTxt', message: expect.stringMatching(sentence) }])
})

test('an administrator of another client neither reads, changes nor tries the attributes', async () => {
  const user = await portal.make.user()
  await portal.make.adminPages(user, ['User Administration'])
  const other = await portal.as(user)
  const params = { uid: other.userId, clientId: directory.clientId }
  expect((await other.send(getDirectoryAttributes, { params })).code).toBe('404')
  expect((await other.send(saveDirectoryAttributes, { params, body: { ...usual, version: 0 } })).code).toBe('404')
  const body = { ...usual, bodyTxt: '{}', requestId: null }
  expect((await other.send(tryDirectoryAttributes, { params, body })).code).toBe('404')
})
