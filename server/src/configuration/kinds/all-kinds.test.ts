import { managedKinds } from '@portico/contract/managed-objects/managed-objects.ts'
import { expect, test } from 'vitest'
import { configurationKinds } from './all-kinds.ts'
import { referenceKinds } from './reference-kinds.ts'

test('every kind has a list of its own, those of the reference data included', () => {
  const names = configurationKinds.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(Object.keys(referenceKinds).filter((name) => !names.includes(name))).toEqual([])
})

test('screens can ask what of every kind is managed', () => {
  expect(configurationKinds.map(({ name }) => name).toSorted()).toEqual([...managedKinds].toSorted())
})

test.each(configurationKinds.map((kind) => [kind.name, kind] as const))(
  'the rules of %s name fields of it',
  (_, kind) => {
    const fields = Object.keys(kind.shape.shape)
    const { key, wireFields, required = [], fixed = [], unordered = [], references = [], contentFields = [] } = kind
    const rules = [required, fixed, unordered, references, contentFields]
    const named = [...key, ...Object.values(wireFields), ...rules.flat()]
    expect(!kind.isRenamed || key.includes('name')).toBe(true)
    expect(named.map((field) => field.split('.', 1)[0]).filter((field) => !fields.includes(field ?? ''))).toEqual([])
  },
)
