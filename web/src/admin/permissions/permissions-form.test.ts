import { expect, test } from 'vitest'
import { difference } from '../../patterns/difference.ts'
import { type PermissionFields, permissionLabels, permissionWords } from './permissions-form.ts'

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
