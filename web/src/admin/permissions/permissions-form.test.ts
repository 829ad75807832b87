import { expect, test } from 'vitest'
import { difference } from '../../patterns/difference.ts'
import {
  mergePermissions,
  type PermissionFields,
  permissionLabels,
  permissionWords,
  withRight,
} from './permissions-form.ts'

const words = {
  assigned: 'Assigned',
  admin: 'Administrator',
  sensitive: 'Sensitive data',
  until: (endDt: string) => `until ${endDt}`,
  page: (name: string) => name,
}
const system = (systemId: number, systemNm: string) => ({
  systemId,
  systemNm,
  isAdmin: false,
  hasSensitiveData: false,
  endDt: null,
})
const reports = (pageId: number, systemId: number) => ({ pageId, pageNm: 'Reports', systemId, endDt: null })

test('pages of the same name in two systems of the same name are reviewed as two', () => {
  const systems = [system(30, 'Ledger'), system(31, 'Ledger'), system(32, 'Vault')]
  const before: PermissionFields = { systems, pages: [reports(300, 30), reports(320, 32)] }
  const after: PermissionFields = { systems, pages: [reports(310, 31), reports(320, 32)] }
  const changes = difference(permissionWords(before, words), permissionWords(after, words))
  const labels = permissionLabels([before, after], words)
  expect(changes.map(({ field, before: old, after: now }) => [labels[field], old, now])).toEqual([
    ['Ledger / Reports', 'Assigned', undefined],
    ['Ledger / Reports', undefined, 'Assigned'],
  ])
})

test('an end is reviewed at the system whose end it is, though another one has its name', () => {
  const ending = { ...system(30, 'Ledger'), endDt: '2027-01-01' }
  const before: PermissionFields = { systems: [system(30, 'Ledger'), system(31, 'Ledger')], pages: [] }
  const after: PermissionFields = { systems: [ending, system(31, 'Ledger')], pages: [] }
  expect(difference(permissionWords(before, words), permissionWords(after, words))).toEqual([
    { field: 'system 30', before: 'Assigned', after: 'Assigned, until 2027-01-01' },
  ])
})

test('a right that I tick or take away leaves the other right and the end of the application as they are', () => {
  const ledger = { ...system(30, 'Ledger'), isAdmin: true, hasSensitiveData: true, endDt: '2027-01-01' }
  const fields: PermissionFields = { systems: [ledger, system(31, 'Vault')], pages: [reports(300, 30)] }
  const after = (column: 'assigned' | 'admin' | 'sensitive', isOn: boolean) => withRight(fields, ledger, column, isOn)
  expect(after('admin', false)).toEqual({ ...fields, systems: [{ ...ledger, isAdmin: false }, system(31, 'Vault')] })
  expect(after('sensitive', false).systems[0]).toEqual({ ...ledger, hasSensitiveData: false })
  expect(after('assigned', true)).toEqual(fields)
  expect(after('assigned', false)).toEqual({ systems: [system(31, 'Vault')], pages: [] })
  expect(withRight(fields, system(32, 'Till'), 'admin', true).systems[2]).toEqual({
    ...system(32, 'Till'),
    isAdmin: true,
  })
})

test('pages that I left alone go with the application that another administrator has taken away; one that I added keeps it', () => {
  const before: PermissionFields = {
    systems: [system(30, 'Ledger'), system(31, 'Vault')],
    pages: [reports(300, 30), reports(310, 31)],
  }
  const loaded: PermissionFields = { systems: [system(31, 'Vault')], pages: [reports(300, 30), reports(310, 31)] }
  const vaultAlone = { systems: [system(31, 'Vault')], pages: [reports(310, 31)] }
  expect(mergePermissions(before, before, loaded)).toEqual(vaultAlone)
  const mine = { ...before, pages: [...before.pages, reports(301, 30)] }
  const merged = mergePermissions(mine, before, loaded)
  expect(merged.systems.map(({ systemId }) => systemId)).toEqual([31, 30])
  expect(merged.pages.map(({ pageId }) => pageId)).toContain(301)
})
