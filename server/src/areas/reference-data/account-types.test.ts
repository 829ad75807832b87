import {
  addAccountType,
  changeAccountType,
  listAccountTypeRows,
  removeAccountType,
  restoreAccountType,
} from '@portico/contract/reference-data/reference-data.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWithAdmin } from '../../../test/administrator.ts'
import type { Browser } from '../../../test/browser.ts'
import type { Portal } from '../../../test/portal.ts'

let portal: Portal
let ann: Browser
beforeAll(async () => {
  ;({ portal, browser: ann } = await startWithAdmin(['Database Maintenance']))
})
afterAll(() => portal.close())

const params = () => ({ uid: ann.userId })
const fields = (text: string, systemId: number) => ({
  systemAccountTypeDescTxt: text,
  systemAccountTypeCd: text,
  systemId,
})
const add = (text: string, systemId: number) =>
  ann.call(addAccountType, { params: params(), body: fields(text, systemId) })
const remove = (systemAccountTypeId: number) =>
  ann.send(removeAccountType, { params: { ...params(), systemAccountTypeId }, query: {} })
const list = () => ann.call(listAccountTypeRows, { query: {} })

test('an account type names its system (DBMT-114..116)', async () => {
  const system = await portal.make.system()
  const [row] = await portal.owner('select name from systems where id = $1', [system])
  const added = await add('Auditor', system)
  expect(added).toMatchObject({ systemId: system, systemNm: row?.['name'] })
  const changed = await ann.call(changeAccountType, {
    params: { ...params(), systemAccountTypeId: added.systemAccountTypeId },
    body: { systemAccountTypeDescTxt: 'Audit' },
  })
  expect(changed).toMatchObject({ systemAccountTypeDescTxt: 'Audit', systemAccountTypeCd: 'Auditor', systemId: system })
})

test('two systems can have types of the same code (DBMT-115)', async () => {
  const added = [await add('Trader', await portal.make.system()), await add('Trader', await portal.make.system())]
  expect(added.map(({ systemAccountTypeCd }) => systemAccountTypeCd)).toEqual(['Trader', 'Trader'])
})

test('the types of a deleted system are not there: none is listed, changed, added or restored', async () => {
  const system = await portal.make.system()
  const { systemAccountTypeId: id } = await add('Gone', system)
  const { undoId } = (await remove((await add('Earlier', system)).systemAccountTypeId)).data as { undoId: number }
  await portal.owner('update systems set deleted_at = clock_now() where id = $1', [system])
  expect((await list()).filter(({ systemId }) => systemId === system)).toEqual([])
  const one = { ...params(), systemAccountTypeId: id }
  expect(await ann.send(changeAccountType, { params: one, body: { systemAccountTypeDescTxt: 'Back' } })).toMatchObject({
    status: 404,
  })
  expect(await remove(id)).toMatchObject({ status: 404 })
  expect(await ann.send(addAccountType, { params: params(), body: fields('New', system) })).toMatchObject({
    status: 422,
    data: [{ field: 'systemId', message: 'This field is invalid' }],
  })
  expect(await ann.send(restoreAccountType, { params: params(), body: { undoId } })).toMatchObject({
    status: 409,
    message: 'This can’t be undone: what this account type belonged to is gone.',
  })
})
